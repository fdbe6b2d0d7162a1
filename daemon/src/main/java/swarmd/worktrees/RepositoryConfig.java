package swarmd.worktrees;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The programs that a repository's own configuration names for its files, switched off: filters of
 * files that are checked out, and merge drivers. Those of the person's configuration stay, as Git
 * LFS has them.
 */
final class RepositoryConfig {
  private static final Pattern NAMED =
      Pattern.compile("(?s)(filter|merge|diff)\\.(.+)\\.([a-z0-9-]+)");

  /** What git does itself where no driver is named. */
  private static final String BUILT_IN_MERGE = "git merge-file --marker-size=%L %A %O %B";

  private static final Set<String> OWN = Set.of("local", "worktree");

  private RepositoryConfig() {}

  /** Options for {@link Git} that switch them off. Blocks. */
  static List<String> options(Git git, Path tree) throws Git.Failed {
    Set<String> options = new TreeSet<>();
    List<String> words =
        List.of(
            git.run(tree, List.of(), "config", "--list", "--name-only", "--show-scope", "-z")
                .out()
                .split("\0"));
    for (int i = 0; i + 1 < words.size(); i += 2) {
      Matcher name = NAMED.matcher(words.get(i + 1));
      if (OWN.contains(words.get(i)) && name.matches()) {
        options.addAll(off(name.group(1), name.group(2), name.group(3)));
      }
    }
    return List.copyOf(options);
  }

  private static List<String> off(String kind, String name, String key) throws Git.Failed {
    List<String> values = new ArrayList<>();
    String prefix = kind + "." + name + ".";
    switch (kind) {
      case "filter" ->
          List.of("clean=", "smudge=", "process=", "required=false")
              .forEach(value -> values.add(prefix + value));
      case "merge" -> {
        if (key.equals("driver")) {
          values.add(prefix + "driver=" + BUILT_IN_MERGE);
        }
      }
      default -> {
        if (key.equals("command") || key.equals("textconv")) {
          values.add(prefix + key + "=cat");
        }
      }
    }
    if (!values.isEmpty() && name.indexOf('=') >= 0) {
      throw new Git.Failed(
          "the repository's configuration has %s with an '=' in its name; rename it"
              .formatted(kind + " '" + name + "'"));
    }
    return values;
  }
}
