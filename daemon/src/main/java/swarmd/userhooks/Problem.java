package swarmd.userhooks;

/**
 * A problem in the configuration.
 *
 * @param file the path, or the name of a variable
 * @param line from 1; 0 for the file as a whole
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
