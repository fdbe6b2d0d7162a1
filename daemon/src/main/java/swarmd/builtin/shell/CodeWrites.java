package swarmd.builtin.shell;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds files that a short program writes, in the common forms of Python, JavaScript, Ruby, Perl,
 * PHP and awk. Their names must be in the code, or in a variable to which they are assigned.
 */
final class CodeWrites {
  private static final int MAX_LENGTH = 64 << 10;

  private static final String TEXT = "[rbuf]?(?:\"([^\"\\n]*)\"|'([^'\\n]*)'|([A-Za-z_]\\w*))";

  private static final Pattern ASSIGNMENT =
      Pattern.compile(
          "(?m)\\b([A-Za-z_]\\w*)\\s*=\\s*(?:(?:pathlib\\.)?Path\\(\\s*)?[rbuf]?(?:\"([^\"\\n"
              + "]*)\"|'([^'\\n"
              + "]*)')");

  /** Each names the file in the groups of its first TEXT, and another in its second, if any. */
  private static final List<Pattern> WRITES =
      List.of(
          Pattern.compile(
              "\\bf?open\\(\\s*" + TEXT + "\\s*,\\s*(?:mode\\s*=\\s*)?[\"'][^\"'\\n]*[wax+]"),
          Pattern.compile("\\bFile\\.(?:open|new)\\(?\\s*" + TEXT + "\\s*,\\s*[\"'][wa]"),
          Pattern.compile(
              "\\bPath\\(\\s*"
                  + TEXT
                  + "\\s*\\)\\.(?:write_|unlink|touch|rename|replace|rmdir|open\\(\\s*[\"'][wax])"),
          Pattern.compile(
              "\\b" + TEXT + "\\.(?:write_text|write_bytes|unlink|touch|open\\(\\s*[\"'][wax])"),
          Pattern.compile(
              "\\b(?:os\\.(?:remove|unlink|rmdir|truncate)|shutil\\.rmtree|(?:write|append)File(?:Sync)?"
                  + "|(?:unlink|rm|rmdir|truncate|createWriteStream)(?:Sync)?|Bun\\.write|Deno\\.writeTextFile(?:Sync)?"
                  + "|File\\.(?:write|delete|unlink)|IO\\.write|FileUtils\\.(?:rm\\w*|touch)|file_put_contents|unlink)"
                  + "\\(?\\s*"
                  + TEXT),
          Pattern.compile(
              "\\b(?:os\\.(?:rename|replace)|shutil\\.move|(?:fs\\.)?rename(?:Sync)?|File\\.rename|FileUtils\\.mv)"
                  + "\\(\\s*"
                  + TEXT
                  + "\\s*,\\s*"
                  + TEXT),
          Pattern.compile(
              "\\b(?:shutil\\.copy\\w*|copyFile(?:Sync)?|FileUtils\\.cp|copy)\\(\\s*[^,()\\n]+,\\s*"
                  + TEXT),
          Pattern.compile("\\bopen\\(?[^,;'\"\\n]*,\\s*[\"']\\+?>{1,2}[\"']\\s*,\\s*" + TEXT),
          Pattern.compile("\\bopen\\(?[^,;'\"\\n]*,\\s*[\"']>{1,2}\\s*([^\"'\\n>]+)[\"']"),
          Pattern.compile("\\bprintf?\\b[^;}|\\n]*>{1,2}\\s*\"([^\"\\n]+)\""));

  private CodeWrites() {}

  static List<String> in(String code) {
    String text = code.substring(0, Math.min(code.length(), MAX_LENGTH));
    Map<String, String> variables = new HashMap<>();
    Matcher assigned = ASSIGNMENT.matcher(text);
    while (assigned.find()) {
      variables.put(
          assigned.group(1), assigned.group(2) != null ? assigned.group(2) : assigned.group(3));
    }
    List<String> files = new ArrayList<>();
    for (Pattern write : WRITES) {
      Matcher found = write.matcher(text);
      while (found.find()) {
        for (int group = 1; group <= found.groupCount(); group++) {
          String name = found.group(group);
          boolean identifier = group % 3 == 0;
          if (name != null && (!identifier || variables.containsKey(name))) {
            files.add(identifier ? variables.get(name) : name);
          }
        }
      }
    }
    return files.stream().filter(file -> !file.isBlank()).distinct().toList();
  }
}
