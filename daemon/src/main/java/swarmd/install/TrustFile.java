package swarmd.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import swarmd.hostfile.HookTrust;
import swarmd.hostfile.SettingsPlace;
import swarmd.hostfile.Value;
import swarmd.install.InstallRecord.Trust;

/**
 * The user's config.toml of Codex, in which the person's trust in our hooks is written. Only tables
 * of our hooks are added, changed and removed; every other byte stays.
 */
final class TrustFile {
  /** Forms of the same table that cannot be continued by one of ours; Codex writes none of them. */
  private static final Pattern QUOTED_TABLE =
      Pattern.compile("\\[+\\s*(?:[\"']hooks[\"']|hooks\\s*\\.\\s*[\"']state[\"']).*");

  private static final Pattern HOOKS_KEY = Pattern.compile("[\"']?hooks[\"']?\\s*[.=].*");
  private static final Pattern STATE_KEY = Pattern.compile("[\"']?state[\"']?\\s*[.=].*");
  private static final Pattern HOOKS_TABLE = Pattern.compile("\\[\\s*hooks\\s*].*");

  private final Path file;

  TrustFile(Path file) {
    this.file = file;
  }

  Path file() {
    return file;
  }

  Path backup() {
    return file.resolveSibling(file.getFileName() + ".swarmd-backup");
  }

  /** The keys that Codex may use for the hooks of a file, each with its hash. */
  static Map<String, String> hashes(SettingsPlace place, Value settings) throws IOException {
    Map<String, String> hashes = new LinkedHashMap<>(HookTrust.ofOurs(place.file(), settings));
    Path real = SettingsFile.target(place.file());
    if (!real.equals(place.file())) {
      hashes.putAll(HookTrust.ofOurs(real, settings));
    }
    return hashes;
  }

  /**
   * The change of an install.
   *
   * @param first whether no install has changed the file before, so that a backup is made
   */
  record Plan(
      TrustFile file, Optional<SettingsFile> before, String after, Trust trust, boolean first) {
    boolean changes() throws IOException {
      return !after.equals(before.isPresent() ? before.get().text() : "");
    }

    String diff() throws IOException {
      return UnifiedDiff.of(
          file.file.toString(), before.isPresent() ? before.get().text() : "", after);
    }

    void write() throws IOException, InstallRefused {
      if (changes()) {
        Files.createDirectories(file.file.getParent());
        if (before.isPresent() && first) {
          before.get().write(file.backup());
        }
        next().replace(before, file.file);
      }
    }

    private SettingsFile next() {
      return before.orElse(new SettingsFile(new byte[0], SettingsFile.PRIVATE)).with(after);
    }
  }

  /**
   * Plans to trust these hooks.
   *
   * @param others what other installs have written
   * @param earlier what an earlier one for the same hooks has written
   */
  Plan install(Map<String, String> hashes, List<Trust> others, Optional<Trust> earlier)
      throws IOException, InstallRefused {
    Optional<SettingsFile> before = SettingsFile.read(file);
    String text = before.isPresent() ? before.get().text() : "";
    if (hasOtherForm(text, hashes.keySet())) {
      throw new InstallRefused(
          file
              + " has hooks in a form that swarm cannot add to; install without --trust, and let"
              + " Codex ask you");
    }
    Optional<Trust> same = earlier.filter(this::isIn);
    String after = same.isPresent() ? withoutMoved(text, same.get(), hashes.keySet()) : text;
    for (Map.Entry<String, String> hook : hashes.entrySet()) {
      after = with(after, hook.getKey(), hook.getValue());
    }
    byte[] bytes = after.getBytes(StandardCharsets.UTF_8);
    Trust trust =
        new Trust(
            file,
            isUntouched(before, same)
                ? new SettingsFile(bytes, SettingsFile.PRIVATE).sha256()
                : Trust.EDITED,
            same.isPresent() ? same.get().original() : before.map(SettingsFile::sha256),
            hashes);
    return new Plan(
        this, before, after, trust, same.isEmpty() && others.stream().noneMatch(this::isIn));
  }

  /** Whether nobody but our own installs has changed the file since the first one. */
  private static boolean isUntouched(Optional<SettingsFile> now, Optional<Trust> earlier) {
    return earlier.isEmpty() || earlier.map(Trust::written).equals(now.map(SettingsFile::sha256));
  }

  private boolean isIn(Trust trust) {
    return trust.file().equals(file);
  }

  /** A table of a hook that has another place in its file now. */
  private static String withoutMoved(String text, Trust earlier, Set<String> keys) {
    Map<String, Optional<String>> moved = wanted(earlier);
    moved.keySet().removeAll(keys);
    return without(text, moved);
  }

  /** Whether one of our tables would be the second of its name, which makes the file invalid. */
  private static boolean hasOtherForm(String text, Set<String> keys) {
    Optional<Pattern> refused = Optional.of(HOOKS_KEY);
    for (String line : (Iterable<String>) text.lines().map(String::strip)::iterator) {
      if (line.startsWith("[")) {
        refused = HOOKS_TABLE.matcher(line).matches() ? Optional.of(STATE_KEY) : Optional.empty();
      }
      if (refused.filter(key -> key.matcher(line).matches()).isPresent()
          || QUOTED_TABLE.matcher(line).matches()
          || isOtherwiseNamed(line, keys)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOtherwiseNamed(String line, Set<String> keys) {
    return !line.startsWith("#")
        && HookTrust.keyOf(line).isEmpty()
        && keys.stream().anyMatch(line::contains);
  }

  private static String with(String text, String key, String hash) {
    if (hash.equals(HookTrust.in(text).get(key))) {
      return text;
    }
    String lineEnd = text.contains("\r\n") ? "\r\n" : "\n";
    if (text.lines().anyMatch(line -> HookTrust.keyOf(line).equals(Optional.of(key)))) {
      return rehashed(text, key, HookTrust.hashLine(hash) + lineEnd);
    }
    String gap = text.isEmpty() || text.endsWith("\n") ? "" : lineEnd;
    return text + gap + HookTrust.table(key, hash).replace("\n", lineEnd);
  }

  /** The host may have added to the table, such as that the person has turned the hook off. */
  private static String rehashed(String text, String key, String hashLine) {
    StringBuilder changed = new StringBuilder();
    boolean inTable = false;
    for (String line : text.split("(?<=\n)")) {
      boolean opensTable = line.strip().startsWith("[");
      inTable = opensTable ? isTableOf(key, line) : inTable;
      if (!inTable || !HookTrust.isHash(line.stripTrailing())) {
        changed.append(line);
      }
      if (inTable && opensTable) {
        changed.append(line.endsWith("\n") ? "" : "\n").append(hashLine);
      }
    }
    return changed.toString();
  }

  private static boolean isTableOf(String key, String line) {
    return HookTrust.keyOf(line.stripTrailing()).equals(Optional.of(key));
  }

  /**
   * Removes the tables of these keys.
   *
   * @param hashes a table whose hash is another one stays; empty removes any
   */
  private static String without(String text, Map<String, Optional<String>> hashes) {
    List<String> kept = new ArrayList<>();
    Map<String, String> found = HookTrust.in(text);
    boolean removing = false;
    for (String line : text.split("(?<=\n)")) {
      if (line.strip().startsWith("[")) {
        Optional<String> key = HookTrust.keyOf(line.stripTrailing());
        removing =
            key.isPresent()
                && hashes.containsKey(key.get())
                && hashes
                    .get(key.get())
                    .filter(hash -> !hash.equals(found.get(key.get())))
                    .isEmpty();
        if (removing) {
          continue;
        }
      }
      if (!removing || isBetweenTables(line)) {
        kept.add(line);
      }
    }
    return String.join("", kept);
  }

  /** Blank lines and comments, which may belong to the next table. */
  private static boolean isBetweenTables(String line) {
    return line.isBlank() || line.strip().startsWith("#");
  }

  /** Removes what an install has written; returns the difference. */
  String uninstall(Trust trust, boolean dryRun) throws IOException, InstallRefused {
    Optional<SettingsFile> current = SettingsFile.read(file);
    if (current.isEmpty()) {
      return "";
    }
    Optional<SettingsFile> original =
        SettingsFile.read(backup())
            .filter(copy -> trust.original().equals(Optional.of(copy.sha256())));
    boolean asWritten =
        current.get().sha256().equals(trust.written())
            && trust.original().isPresent() == original.isPresent();
    String text = current.get().text();
    String after = asWritten ? textOf(original) : without(text, wanted(trust));
    if (!dryRun) {
      if (asWritten && original.isEmpty()) {
        Files.delete(SettingsFile.target(file));
      } else if (asWritten) {
        original.get().replace(current, file);
      } else if (!after.equals(text)) {
        current.get().with(after).replace(current, file);
      }
      if (asWritten) {
        Files.deleteIfExists(backup());
      }
    }
    return UnifiedDiff.of(file.toString(), text, after);
  }

  private static Map<String, Optional<String>> wanted(Trust trust) {
    Map<String, Optional<String>> wanted = new LinkedHashMap<>();
    trust.hashes().forEach((key, hash) -> wanted.put(key, Optional.of(hash)));
    return wanted;
  }

  private static String textOf(Optional<SettingsFile> file) throws IOException {
    return file.isPresent() ? file.get().text() : "";
  }
}
