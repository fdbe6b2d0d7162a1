package swarmd.hooks;

/** Notified when the handlers of an event took too long. Must not block. */
public interface ToolTimeouts {
  void onTimeout(HookEvent event, String error);
}
