package swarmd.messages;

/**
 * An agent at work, which can be written to.
 *
 * @param host the id of its host
 */
public record KnownAgent(Address address, String host) {}
