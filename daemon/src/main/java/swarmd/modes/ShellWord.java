package swarmd.modes;

import java.util.regex.Pattern;

/** A name as it stands in a command line. */
final class ShellWord {
  private static final Pattern PLAIN = Pattern.compile("[\\w.][\\w.-]*+");

  private ShellWord() {}

  /** Names have no single quotes: see {@link Changes#name}. */
  static String of(String name) {
    return PLAIN.matcher(name).matches() ? name : "'" + name + "'";
  }
}
