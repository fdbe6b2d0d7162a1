package swarmd.userhooks;

import java.util.Set;

/**
 * A hook that a plugin offers.
 *
 * @param events names of events; "*" means all
 */
public record PluginHook(String name, String className, Set<String> events) {}
