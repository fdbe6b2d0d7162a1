package swarmd.install;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.hostfile.OwnHook;
import swarmd.hostfile.Value;

/** Gives installed http hooks another port and token, and leaves every other byte as it is. */
final class HttpMove {
  private static final Logger log = LoggerFactory.getLogger(HttpMove.class);

  private final InstallRecords records;
  private final HttpAddress from;
  private final HttpAddress to;

  HttpMove(InstallRecords records, HttpAddress from, HttpAddress to) {
    this.records = records;
    this.from = from;
    this.to = to;
  }

  /** One file that cannot be changed does not keep the others from it; `swarm doctor` finds it. */
  void run() {
    try {
      for (InstallRecord record : records.all()) {
        move(record);
      }
    } catch (IOException e) {
      log.warn("The install records cannot be read: {}", e.getMessage());
    }
  }

  private void move(InstallRecord record) {
    if (record.place().settings().isPlugin()) {
      return; // it uses the socket
    }
    try {
      Optional<SettingsFile> current = SettingsFile.read(record.place().file());
      if (current.isPresent() && move(record, current.get())) {
        log.info(
            "The hooks in {} have the new port and token; sessions that are running may need a"
                + " restart",
            record.place().file());
      }
    } catch (IOException | InstallRefused e) {
      log.warn(
          "The hooks in {} still have the old port and token: {}; run: swarm doctor",
          record.place().file(),
          e.getMessage());
    }
  }

  private boolean move(InstallRecord record, SettingsFile current)
      throws IOException, InstallRefused {
    boolean asInstalled = current.sha256().equals(record.written());
    EditableSettings before = EditableSettings.of(record.place(), Optional.of(current));
    EditableSettings after = before;
    for (Edit edit : edits(before, asInstalled)) {
      after = after.replace(edit.old, edit.replacement);
    }
    if (after.text().equals(before.text())) {
      return false;
    }
    SettingsFile next = current.with(after.text());
    if (asInstalled) {
      records.put(record.withWritten(next.sha256()));
    }
    next.replace(Optional.of(current), record.place().file());
    return true;
  }

  /** A text in the settings and what it becomes. */
  private record Edit(Value old, String replacement) {}

  /** The last one in the file first, so that each leaves the places of the others as they are. */
  private List<Edit> edits(EditableSettings settings, boolean asInstalled) {
    List<Edit> edits = new ArrayList<>();
    for (Value entry : entries(settings)) {
      if (isOutdated(entry, asInstalled)) {
        Value url = entry.get("url").orElseThrow();
        String path = url.text().orElseThrow().replaceFirst(".*?/v1/hooks", "");
        edits.add(new Edit(url, to.url() + path));
        Value authorization = entry.get("headers").orElseThrow().get("Authorization").orElseThrow();
        edits.add(new Edit(authorization, to.authorization()));
      }
    }
    edits.sort(Comparator.comparingInt((Edit edit) -> edit.old.start()).reversed());
    return edits;
  }

  /**
   * A file that has changed since the install may have hooks of a daemon with another home, which
   * have another token.
   */
  private boolean isOutdated(Value entry, boolean asInstalled) {
    return OwnHook.of(entry).orElse(null) instanceof OwnHook.Http hook
        && (asInstalled || isAt(hook, from))
        && !isAt(hook, to);
  }

  private static boolean isAt(OwnHook.Http hook, HttpAddress address) {
    return hook.port() == address.port() && hook.authorization().equals(address.authorization());
  }

  private static List<Value> entries(EditableSettings settings) {
    List<Value> entries = new ArrayList<>();
    for (Value.Member event : settings.at(List.of("hooks")).map(Value::members).orElse(List.of())) {
      for (Value group : event.value().elements()) {
        entries.addAll(group.get("hooks").map(Value::elements).orElse(List.of()));
      }
    }
    return entries;
  }
}
