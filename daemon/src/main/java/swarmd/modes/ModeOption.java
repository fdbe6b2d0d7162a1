package swarmd.modes;

/** An option of `swarm mode start` and `swarm mode set` that sets a field of a mode. */
public sealed interface ModeOption {

  /** With its dashes. */
  String name();

  String field();

  /** For the help; starts in lower case, since the mode's name comes before it. */
  String description();

  /**
   * An option with an argument.
   *
   * @param label what the help calls the argument
   * @param type String or Integer
   */
  record Argument(String name, String label, Class<?> type, String field, String description)
      implements ModeOption {}

  /**
   * An option without an argument.
   *
   * @param value what it sets the field to
   */
  record Flag(String name, String field, Object value, String description) implements ModeOption {}

  static ModeOption text(String name, String label, String field, String description) {
    return new Argument(name, label, String.class, field, description);
  }

  static ModeOption number(String name, String field, String description) {
    return new Argument(name, "N", Integer.class, field, description);
  }

  static ModeOption flag(String name, String field, Object value, String description) {
    return new Flag(name, field, value, description);
  }
}
