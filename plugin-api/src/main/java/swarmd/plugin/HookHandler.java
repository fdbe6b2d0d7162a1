package swarmd.plugin;

import java.util.Set;

/**
 * A hook in Java. Name the class in {@code META-INF/services/swarmd.plugin.HookHandler} of a jar in
 * {@code SWARMD_HOME/plugins}; it needs a public constructor without parameters.
 */
public interface HookHandler {

  /** What people see it called. */
  String name();

  /** The events it is asked about, by the names of the host, such as PreToolUse; "*" means all. */
  Set<String> events();

  /**
   * Several threads may ask at once. Whoever takes too long is interrupted; whoever does not end
   * then is left alone, and its plugin is switched off if that happens again and again.
   *
   * @throws Exception a failed hook, as is a null
   */
  HookDecision handle(HookInput input) throws Exception;
}
