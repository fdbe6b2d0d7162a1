package swarmd.hooks;

/**
 * Notified when a handler of an event, or one of the user's hooks, took too long. Must not block.
 */
public interface ToolTimeouts {
  void onTimeout(HookEvent event, String error);
}
