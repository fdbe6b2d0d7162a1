package swarmd.plugin;

import java.util.Set;

/**
 * A hook in Java. Name the class in {@code META-INF/services/swarmd.plugin.HookHandler} of a jar in
 * {@code SWARMD_HOME/plugins}; it needs a public constructor without parameters.
 */
public interface HookHandler {

  /** The name shown to users. */
  String name();

  /** The events to call it for, by a host's names, such as PreToolUse; "*" means all. */
  Set<String> events();

  /**
   * Answers an event. May be called from several threads at once. A call that takes too long is
   * interrupted; if calls repeatedly ignore the interrupt, the plugin is switched off.
   *
   * @throws Exception counts as a failed hook, and so does returning null
   */
  HookDecision handle(HookInput input) throws Exception;
}
