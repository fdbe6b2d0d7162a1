package swarmd.common;

/**
 * A value that its field does not allow. HTTP, the command line and the settings each have their
 * own name for the field and put it before the same problem.
 */
public final class InvalidValue extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String field;
  private final String problem;

  /**
   * @param field as the API spells it
   * @param problem continues a sentence that begins with the field: "must not be blank"
   */
  public InvalidValue(String field, String problem) {
    super("field '" + field + "' " + problem, null, false, false);
    this.field = field;
    this.problem = problem;
  }

  /**
   * The same problem in an object within a larger one.
   *
   * @param place where that object is; ends with a dot or is empty
   */
  public InvalidValue within(String place) {
    return new InvalidValue(place + field, problem);
  }

  public String field() {
    return field;
  }

  public String problem() {
    return problem;
  }
}
