package swarmd.text;

import java.util.regex.Pattern;

/** Quotes a name so that it is one word of a command line. */
public final class ShellWord {
  private static final Pattern PLAIN = Pattern.compile("[\\w.][\\w.-]*+");

  private ShellWord() {}

  public static String of(String name) {
    return PLAIN.matcher(name).matches() ? name : "'" + name.replace("'", "'\\''") + "'";
  }
}
