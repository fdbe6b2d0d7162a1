package swarmd.install;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.hostfile.MalformedJson;
import swarmd.hostfile.Value;
import swarmd.hostfile.Value.ObjectValue;

/** Changes one entry below "settings" in swarmd's own settings.json; the rest stays as it is. */
public record UserSettings(Path file) {
  private static final String SETTINGS = "settings";

  /** Sets the entry. */
  public void set(String name, String value) throws IOException, InstallRefused {
    Optional<SettingsFile> read = SettingsFile.read(file);
    EditableSettings before = parse(read);
    Optional<Value> settings = before.at(List.of(SETTINGS));
    if (settings.isEmpty()) {
      write(read, before.add(before.root(), SETTINGS, Map.of(name, value)));
      return;
    }
    if (!(settings.get() instanceof ObjectValue)) {
      throw new InstallRefused(
          "\"%s\" in %s must be an object; fix it first; nothing was changed"
              .formatted(SETTINGS, file));
    }
    Optional<Value> old = before.at(List.of(SETTINGS, name));
    write(
        read,
        old.isPresent()
            ? before.replace(old.get(), value)
            : before.add(settings.get(), name, value));
  }

  /** Removes the entry, if it is there. */
  public void remove(String name) throws IOException, InstallRefused {
    Optional<SettingsFile> read = SettingsFile.read(file);
    EditableSettings before = parse(read);
    EditableSettings after = before;
    while (after.at(List.of(SETTINGS, name)).isPresent()) { // a name may be repeated
      Value settings = after.at(List.of(SETTINGS)).orElseThrow();
      List<String> names = settings.members().stream().map(Value.Member::name).toList();
      after = after.remove(settings, names.indexOf(name));
    }
    if (after != before) {
      write(read, after);
    }
  }

  private EditableSettings parse(Optional<SettingsFile> read) throws InstallRefused {
    try {
      EditableSettings settings =
          EditableSettings.parse(read.isPresent() ? read.get().text() : "", false);
      if (!(settings.root() instanceof ObjectValue)) {
        throw new InstallRefused(file + " does not contain a JSON object; fix it first");
      }
      return settings;
    } catch (MalformedJson e) {
      throw new InstallRefused(file + " is not valid JSON, " + e.getMessage() + "; fix it first");
    } catch (CharacterCodingException e) {
      throw new InstallRefused(file + " is not UTF-8; fix it first");
    }
  }

  private void write(Optional<SettingsFile> read, EditableSettings after)
      throws IOException, InstallRefused {
    read.orElseGet(() -> new SettingsFile(new byte[0], SettingsFile.PRIVATE))
        .with(after.text())
        .replace(read, file);
  }
}
