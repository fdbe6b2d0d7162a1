package swarmd.catalogue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A host's settings files, and the format of the hooks in them.
 *
 * @param folder in a project, and usually in the user's home
 * @param homeVariable overrides where the user's settings are
 * @param homeVariableIsFolder whether it names the folder itself, or the parent of the folder
 * @param localScope whether a project can have settings.local.json
 * @param comments whether the file may contain comments
 * @param dropsMalformed whether one malformed entry makes the host ignore every hook of the file
 * @param timeoutUnit of an entry's `timeout`
 * @param installedEvents the events that `swarm install` subscribes to
 * @param modelEvents the events of its model that a built-in hook can use, on request only, since
 *     each costs a process per call
 * @param http whether the host can send events by HTTP
 * @param commandOnlyEvents events that the host sends only to commands, or that must fail silently
 * @param entryName a name that every entry should have
 * @param stopCapVariable raises the maximum number of consecutive holds of a Stop
 * @param hookSyntax how its hooks differ from ours
 * @param commandFormat of the files in the folder `commands` beside the settings; empty if the host
 *     has none
 * @param userPolicies whether the host reads rules about its tools from the folder `policies`
 *     beside the user's settings
 */
public record HostSettings(
    String folder,
    String homeVariable,
    boolean homeVariableIsFolder,
    boolean localScope,
    boolean comments,
    boolean dropsMalformed,
    Duration timeoutUnit,
    List<String> installedEvents,
    List<String> modelEvents,
    boolean http,
    Set<String> commandOnlyEvents,
    Optional<String> entryName,
    Optional<String> stopCapVariable,
    HookSyntax hookSyntax,
    Optional<CommandFormat> commandFormat,
    boolean userPolicies) {

  /** Starts the description of settings in this folder of a project or home. */
  public static Builder in(String folder) {
    return new Builder(folder);
  }

  /** The folder of the user's own settings. */
  public Path userFolder(String valueOfHomeVariable, Path userHome) {
    if (valueOfHomeVariable == null || valueOfHomeVariable.isBlank()) {
      return userHome.resolve(folder);
    }
    Path named = Path.of(valueOfHomeVariable);
    return homeVariableIsFolder ? named : named.resolve(folder);
  }

  /** Names each fact; those that are not given do not hold. */
  public static final class Builder {
    private final String folder;
    private String homeVariable = "";
    private boolean homeVariableIsFolder;
    private boolean localScope;
    private boolean comments;
    private boolean dropsMalformed;
    private Duration timeoutUnit = Duration.ofSeconds(1);
    private List<String> installedEvents = List.of();
    private List<String> modelEvents = List.of();
    private boolean http;
    private Set<String> commandOnlyEvents = Set.of();
    private Optional<String> entryName = Optional.empty();
    private Optional<String> stopCapVariable = Optional.empty();
    private HookSyntax hookSyntax = HookSyntax.OURS;
    private Optional<CommandFormat> commandFormat = Optional.empty();
    private boolean userPolicies;

    private Builder(String folder) {
      this.folder = folder;
    }

    /** The variable names the folder of the user's settings itself. */
    public Builder userFolderVariable(String name) {
      homeVariable = name;
      homeVariableIsFolder = true;
      return this;
    }

    /** The variable names the parent of the folder of the user's settings. */
    public Builder userHomeVariable(String name) {
      homeVariable = name;
      homeVariableIsFolder = false;
      return this;
    }

    public Builder localScope() {
      localScope = true;
      return this;
    }

    public Builder comments() {
      comments = true;
      return this;
    }

    public Builder dropsMalformed() {
      dropsMalformed = true;
      return this;
    }

    public Builder timeoutUnit(Duration unit) {
      timeoutUnit = unit;
      return this;
    }

    public Builder installedEvents(String... names) {
      installedEvents = List.of(names);
      return this;
    }

    public Builder modelEvents(String... names) {
      modelEvents = List.of(names);
      return this;
    }

    /** The host sends all events by HTTP, apart from the given ones. */
    public Builder httpExcept(String... names) {
      http = true;
      commandOnlyEvents = Set.of(names);
      return this;
    }

    public Builder entryName(String name) {
      entryName = Optional.of(name);
      return this;
    }

    public Builder stopCapVariable(String name) {
      stopCapVariable = Optional.of(name);
      return this;
    }

    public Builder hookSyntax(HookSyntax syntax) {
      hookSyntax = syntax;
      return this;
    }

    /** The host reads slash commands from files beside its settings. */
    public Builder commandFiles(CommandFormat format) {
      commandFormat = Optional.of(format);
      return this;
    }

    /** The host reads rules about its tools from files beside the user's settings. */
    public Builder userPolicies() {
      userPolicies = true;
      return this;
    }

    HostSettings build() {
      return new HostSettings(
          folder,
          homeVariable,
          homeVariableIsFolder,
          localScope,
          comments,
          dropsMalformed,
          timeoutUnit,
          installedEvents,
          modelEvents,
          http,
          commandOnlyEvents,
          entryName,
          stopCapVariable,
          hookSyntax,
          commandFormat,
          userPolicies);
    }
  }
}
