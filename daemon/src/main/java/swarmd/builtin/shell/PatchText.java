package swarmd.builtin.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the files that a patch changes. */
public final class PatchText {
  private static final Pattern HEADER =
      Pattern.compile(
          "(?m)^(?:\\+\\+\\+ |--- |rename (?:from|to) |\\*\\*\\* (?:Update|Add|Delete) File:"
              + " |\\*\\*\\* Move to: )\"?([^\\t\\n"
              + "\\r"
              + "\"]++)");

  private PatchText() {}

  /** Each as it is written, and without its first folder: that is mostly `a` or `b`. */
  public static List<String> files(String patch) {
    List<String> files = new ArrayList<>();
    Matcher header = HEADER.matcher(patch);
    while (header.find()) {
      String file = header.group(1).strip();
      int slash = file.indexOf('/');
      if (!file.equals("/dev/null")) {
        files.add(file);
        if (slash > 0) {
          files.add(file.substring(slash + 1));
        }
      }
    }
    return files;
  }
}
