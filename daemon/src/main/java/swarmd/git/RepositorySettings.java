package swarmd.git;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The values that swarmd takes over from a repository's own configuration, for the form of its
 * files and the author of its commits. None of them can name a program, and a value that is not
 * listed here has no effect. Included files are not followed.
 */
final class RepositorySettings {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static final Set<String> TAKEN_OVER =
      Set.of(
          "author.email",
          "author.name",
          "committer.email",
          "committer.name",
          "core.attributesfile",
          "core.autocrlf",
          "core.bigfilethreshold",
          "core.checkstat",
          "core.eol",
          "core.excludesfile",
          "core.filemode",
          "core.ignorecase",
          "core.logallrefupdates",
          "core.precomposeunicode",
          "core.protecthfs",
          "core.protectntfs",
          "core.safecrlf",
          "core.sharedrepository",
          "core.sparsecheckout",
          "core.sparsecheckoutcone",
          "core.symlinks",
          "core.trustctime",
          "diff.algorithm",
          "diff.renamelimit",
          "diff.renames",
          "index.sparse",
          "merge.conflictstyle",
          "merge.directoryrenames",
          "merge.renamelimit",
          "merge.renames",
          "user.email",
          "user.name",
          "user.useconfigonly");

  private static final String FORMAT = "core.repositoryformatversion";
  private static final Set<String> FORMATS = Set.of("0", "1");
  private static final String EXTENSION = "extensions.";
  private static final String OBJECT_FORMAT = EXTENSION + "objectformat";
  private static final String WORKTREE_CONFIG = EXTENSION + "worktreeconfig";

  /** Those that make no difference to what swarmd does; others might. */
  private static final Set<String> HARMLESS =
      Set.of(
          EXTENSION + "noop",
          EXTENSION + "noop-v1",
          EXTENSION + "partialclone",
          EXTENSION + "preciousobjects",
          EXTENSION + "relativeworktrees");

  private static final Set<String> OBJECT_FORMATS = Set.of("sha1", "sha256");
  private static final Set<String> YES = Set.of("true", "yes", "on", "1", "");

  private final Map<String, String> values;

  private RepositorySettings(Map<String, String> values) {
    this.values = values;
  }

  /** Fails if the repository has a format that swarmd does not know. Blocks. */
  static RepositorySettings read(Git git, GitFolders folders) throws Git.Failed {
    Map<String, String> values = new LinkedHashMap<>();
    Path file = folders.common().resolve("config");
    addAll(git, file, values);
    for (Map.Entry<String, String> each : values.entrySet()) {
      if (!isKnown(each.getKey(), each.getValue())) {
        throw new Git.Failed(
            "%s has %s = %s, which swarmd does not support"
                .formatted(file, each.getKey(), each.getValue()));
      }
    }
    RepositorySettings shared = new RepositorySettings(values);
    if (shared.isTrue(WORKTREE_CONFIG)) {
      addAll(git, folders.own().resolve("config.worktree"), values);
    }
    return shared;
  }

  private static boolean isKnown(String name, String value) {
    if (name.equals(FORMAT)) {
      return FORMATS.contains(value);
    }
    if (name.equals(OBJECT_FORMAT)) {
      return OBJECT_FORMATS.contains(value);
    }
    return !name.startsWith(EXTENSION) || name.equals(WORKTREE_CONFIG) || HARMLESS.contains(name);
  }

  private static void addAll(Git git, Path file, Map<String, String> values) throws Git.Failed {
    if (!Files.isRegularFile(file)) {
      return;
    }
    Git.Result listed =
        git.attempt(
            file.getParent(),
            List.of(),
            Map.of("GIT_DIR", "/dev/null"), // so that git looks for no repository
            LIMIT,
            "config",
            "--file",
            file.toString(),
            "--no-includes",
            "--list",
            "-z");
    if (!listed.ok()) {
      throw new Git.Failed("%s cannot be read: %s".formatted(file, listed.problem()));
    }
    for (String entry : listed.names()) {
      int end = entry.indexOf('\n');
      values.put(
          end < 0 ? entry : entry.substring(0, end), end < 0 ? "" : entry.substring(end + 1));
    }
  }

  /** As git's -c takes them. */
  List<String> options() {
    return values.entrySet().stream()
        .filter(each -> TAKEN_OVER.contains(each.getKey()))
        .map(each -> each.getKey() + "=" + each.getValue())
        .toList();
  }

  /** A value by its name as git lists it. */
  Optional<String> value(String name) {
    return Optional.ofNullable(values.get(name));
  }

  boolean isTrue(String name) {
    return value(name).filter(text -> YES.contains(text.toLowerCase(Locale.ROOT))).isPresent();
  }

  /** The whole of a configuration file for a repository with this format. */
  String configuration() {
    return value(OBJECT_FORMAT)
        .map(
            format ->
                """
                [core]
                	repositoryformatversion = 1
                	bare = false
                [extensions]
                	objectformat = %s
                """
                    .formatted(format))
        .orElse(
            """
            [core]
            	repositoryformatversion = 0
            	bare = false
            """);
  }
}
