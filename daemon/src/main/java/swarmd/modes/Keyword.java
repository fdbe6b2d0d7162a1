package swarmd.modes;

import java.util.Map;

/** What a word in a prompt asks for. */
public sealed interface Keyword {

  /** End all modes of the session. */
  record Cancel() implements Keyword {}

  /**
   * Start a mode.
   *
   * @param fields what the words say about its state
   */
  record Start(Mode mode, Map<String, Object> fields) implements Keyword {}

  /** Think more than usual. */
  record Think() implements Keyword {}
}
