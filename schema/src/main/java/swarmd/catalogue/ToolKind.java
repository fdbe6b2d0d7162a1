package swarmd.catalogue;

/** What a tool does, whichever host it belongs to. */
public enum ToolKind {
  SHELL,
  READ,
  EDIT,
  SEARCH,
  AGENT,
  TODO,
  /** One of our own, by MCP. */
  SWARM,
  OTHER
}
