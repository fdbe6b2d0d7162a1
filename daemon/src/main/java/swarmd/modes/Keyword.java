package swarmd.modes;

import java.util.Map;
import java.util.Optional;

/** What a keyword in a prompt asks for. */
public sealed interface Keyword {

  /**
   * End modes of the session.
   *
   * @param mode the only one to end; empty for all
   */
  record Cancel(Optional<Mode> mode) implements Keyword {}

  /**
   * Start a mode.
   *
   * @param fields what the words around it say about the mode's state
   */
  record Start(Mode mode, Map<String, Object> fields) implements Keyword {}

  /** Think harder than usual. */
  record Think() implements Keyword {}
}
