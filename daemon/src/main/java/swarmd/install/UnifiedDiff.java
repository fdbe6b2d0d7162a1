package swarmd.install;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Optional;
import swarmd.hostfile.SettingsPlace;

/** The difference between two texts in the format of diff -u. */
final class UnifiedDiff {
  private static final int CONTEXT = 3;
  private static final int HEADER_LINES = 2;

  private UnifiedDiff() {}

  /** The change of a settings file, without any token. */
  static String of(SettingsPlace place, Optional<SettingsFile> before, String after)
      throws CharacterCodingException {
    String old = before.isPresent() ? before.get().text() : "";
    return of(place.file().toString(), old, after).replaceAll("Bearer [^\"\\s]+", "Bearer ...");
  }

  static String of(String name, String before, String after) {
    List<String> old = lines(before);
    List<String> diff =
        UnifiedDiffUtils.generateUnifiedDiff(
            name, name, old, DiffUtils.diff(old, lines(after)), CONTEXT);
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < diff.size(); i++) {
      String line = diff.get(i);
      if (i < HEADER_LINES) {
        out.append(line).append('\n');
      } else if (line.startsWith("@@")) {
        out.append(hunkHeader(line)).append('\n');
      } else {
        out.append(line).append(line.endsWith("\n") ? "" : "\n\\ No newline at end of file\n");
      }
    }
    return out.toString();
  }

  /** The library counts an empty file from line 1, diff and patch from line 0. */
  private static String hunkHeader(String line) {
    return line.replace("@@ -1,0 ", "@@ -0,0 ").replace(" +1,0 @@", " +0,0 @@");
  }

  /** Lines keep their line breaks, so that a missing one shows as a difference. */
  private static List<String> lines(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split("(?<=\n)"));
  }
}
