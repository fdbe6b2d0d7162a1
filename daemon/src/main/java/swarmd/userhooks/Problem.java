package swarmd.userhooks;

/**
 * Something in the configuration that does not work.
 *
 * @param file where, or the name of the variable
 * @param line from 1; 0 if it is about the file as a whole
 */
public record Problem(String file, int line, int column, String reason) {

  static Problem ofFile(String file, String reason) {
    return new Problem(file, 0, 0, reason);
  }

  @Override
  public String toString() {
    return line == 0 ? file + ": " + reason : file + ":" + line + ":" + column + ": " + reason;
  }
}
