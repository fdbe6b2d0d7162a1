package swarmd.modes;

import java.util.Map;

/** What a keyword in a prompt asks for. */
public sealed interface Keyword {

  /** End all modes of the session. */
  record Cancel() implements Keyword {}

  /**
   * Start a mode.
   *
   * @param fields what the words around it say about the mode's state
   */
  record Start(Mode mode, Map<String, Object> fields) implements Keyword {}

  /** Think harder than usual. */
  record Think() implements Keyword {}
}
