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
  private static final Pattern OTHER_FORM =
      Pattern.compile("(?m)^\\s*(?:hooks\\s*[.=]|state\\s*[.=]|\"hooks\"|\\[\\s*\"hooks\")");

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

  /** The change of an install. */
  record Plan(TrustFile file, Optional<SettingsFile> before, String after, Trust trust) {
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
        if (before.isPresent() && !Files.exists(file.backup())) {
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
   * @param earlier what an earlier install has written
   */
  Plan install(Map<String, String> hashes, Optional<Trust> earlier)
      throws IOException, InstallRefused {
    Optional<SettingsFile> before = SettingsFile.read(file);
    String text = before.isPresent() ? before.get().text() : "";
    if (OTHER_FORM.matcher(text).find()) {
      throw new InstallRefused(
          file
              + " has hooks in a form that swarm cannot add to; install without --trust, and let"
              + " Codex ask you");
    }
    String after = text;
    for (Map.Entry<String, String> hook : hashes.entrySet()) {
      after = with(after, hook.getKey(), hook.getValue());
    }
    byte[] bytes = after.getBytes(StandardCharsets.UTF_8);
    Optional<Trust> same = earlier.filter(trust -> trust.file().equals(file));
    Trust trust =
        new Trust(
            file,
            new SettingsFile(bytes, SettingsFile.PRIVATE).sha256(),
            same.isPresent() ? same.get().original() : before.map(SettingsFile::sha256),
            hashes);
    return new Plan(this, before, after, trust);
  }

  private static String with(String text, String key, String hash) {
    if (hash.equals(HookTrust.in(text).get(key))) {
      return text;
    }
    String without = without(text, Map.of(key, Optional.empty()));
    String gap = without.isEmpty() || without.endsWith("\n") ? "" : "\n";
    return without + gap + HookTrust.table(key, hash);
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
      if (!removing || !HookTrust.isHash(line.stripTrailing())) {
        kept.add(line);
      }
    }
    return String.join("", kept);
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
