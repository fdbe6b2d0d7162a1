package swarmd.hooks;

/** Is told when the handlers of an event took too long. Must not block. */
public interface ToolTimeouts {
  void happened(HookEvent event, String error);
}
