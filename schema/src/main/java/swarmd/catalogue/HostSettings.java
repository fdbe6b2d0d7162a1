package swarmd.catalogue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A host's settings files, and the format of the hooks in them.
 *
 * @param folder in the user's home
 * @param projectFolder in a project
 * @param fileName of the file with the hooks
 * @param kind what that file is
 * @param homeVariable overrides where the user's settings are
 * @param folderInVariable the folder of the user's settings below what the variable names
 * @param localScope whether a project can have settings.local.json
 * @param comments whether the file may contain comments
 * @param dropsMalformed whether one malformed entry makes the host ignore every hook of the file
 * @param timeoutUnit of the `timeout` of a command
 * @param httpTimeoutUnit of the `timeout` of an entry that is sent by HTTP
 * @param sessionEndLimit the longest time that the host gives a hook at the end of a session
 * @param command how the command of an entry is written
 * @param version a number that the file must have at its top, under that name
 * @param trust whether the host runs hooks only once the person has trusted each of them
 * @param installedEvents the events that `swarm install` subscribes to
 * @param modelEvents the events of its model that a built-in hook can use, on request only, since
 *     each costs a process per call
 * @param http whether the host can send events by HTTP
 * @param commandOnlyEvents events that the host sends only to commands, or that must fail silently
 * @param entryName a name that every entry should have
 * @param stopCapVariable raises the maximum number of consecutive holds of a Stop
 * @param hookSyntax how its hooks differ from ours
 * @param commandFormat of the files that define slash commands; empty if the host has none
 * @param commandFolder where those files are, as seen from the folder of the settings
 * @param userPolicies whether the host reads rules about its tools from the folder `policies`
 *     beside the user's settings
 */
public record HostSettings(
    String folder,
    String projectFolder,
    String fileName,
    FileKind kind,
    String homeVariable,
    String folderInVariable,
    boolean localScope,
    boolean comments,
    boolean dropsMalformed,
    Duration timeoutUnit,
    Duration httpTimeoutUnit,
    Duration sessionEndLimit,
    CommandForm command,
    Optional<Integer> version,
    boolean trust,
    List<String> installedEvents,
    List<String> modelEvents,
    boolean http,
    Set<String> commandOnlyEvents,
    Optional<String> entryName,
    Optional<String> stopCapVariable,
    HookSyntax hookSyntax,
    Optional<CommandFormat> commandFormat,
    String commandFolder,
    boolean userPolicies) {

  /** The kind of file that has our hooks. */
  public enum FileKind {
    /** The host's settings, which have much else. */
    SETTINGS,
    /** A file of hooks, which may have other people's as well. */
    HOOKS,
    /** A program that the host runs inside itself; the file is ours alone. */
    PLUGIN
  }

  /**
   * How a command is written into the settings.
   *
   * @param namesHost whether it has to name the host, because other hosts' variables are set, too
   * @param namesEvent whether it has to name the event, because some payloads do not
   * @param neverFails whether it has to end well even if our program is gone
   */
  public record CommandForm(boolean namesHost, boolean namesEvent, boolean neverFails) {
    static final CommandForm PLAIN = new CommandForm(false, false, false);
  }

  public boolean isPlugin() {
    return kind == FileKind.PLUGIN;
  }

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
    return named.resolve(folderInVariable);
  }

  /** Names each fact; those that are not given do not hold. */
  public static final class Builder {
    private final String folder;
    private String projectFolder;
    private String fileName = "settings.json";
    private FileKind kind = FileKind.SETTINGS;
    private String homeVariable = "";
    private String folderInVariable = "";
    // The strictest host gives all hooks together 1.5 s, unless one of them requests more.
    private Duration sessionEndLimit = Duration.ofSeconds(5);
    private CommandForm command = CommandForm.PLAIN;
    private Optional<Integer> version = Optional.empty();
    private boolean trust;
    private Optional<Duration> httpTimeoutUnit = Optional.empty();
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
    private String commandFolder = "commands";
    private boolean userPolicies;

    private Builder(String folder) {
      this.folder = folder;
      projectFolder = folder;
    }

    /** Where a project has them, if that is another folder than in the user's home. */
    public Builder projectFolder(String name) {
      projectFolder = name;
      return this;
    }

    /** A file that has hooks and nothing else. */
    public Builder hookFile(String name) {
      fileName = name;
      kind = FileKind.HOOKS;
      return this;
    }

    /** A file that the host runs. */
    public Builder plugin(String name) {
      fileName = name;
      kind = FileKind.PLUGIN;
      return this;
    }

    public Builder commands(CommandForm form) {
      command = form;
      return this;
    }

    public Builder version(int number) {
      version = Optional.of(number);
      return this;
    }

    /** The host asks the person about each hook and keeps the answer in the user's config.toml. */
    public Builder trustsEachHook() {
      trust = true;
      return this;
    }

    public Builder sessionEndLimit(Duration limit) {
      sessionEndLimit = limit;
      return this;
    }

    public Builder httpTimeoutUnit(Duration unit) {
      httpTimeoutUnit = Optional.of(unit);
      return this;
    }

    /** The variable names a folder that has the folder of the user's settings. */
    public Builder userFolderIn(String variable, String below) {
      homeVariable = variable;
      folderInVariable = below;
      return this;
    }

    /** The variable names the folder of the user's settings itself. */
    public Builder userFolderVariable(String name) {
      return userFolderIn(name, "");
    }

    /** The variable names the parent of the folder of the user's settings. */
    public Builder userHomeVariable(String name) {
      return userFolderIn(name, folder);
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

    /** The host reads slash commands from this folder, as seen from that of its settings. */
    public Builder commandFiles(CommandFormat format, String folderOfCommands) {
      commandFolder = folderOfCommands;
      return commandFiles(format);
    }

    /** The host reads rules about its tools from files beside the user's settings. */
    public Builder userPolicies() {
      userPolicies = true;
      return this;
    }

    HostSettings build() {
      return new HostSettings(
          folder,
          projectFolder,
          fileName,
          kind,
          homeVariable,
          folderInVariable,
          localScope,
          comments,
          dropsMalformed,
          timeoutUnit,
          httpTimeoutUnit.isPresent() ? httpTimeoutUnit.get() : timeoutUnit,
          sessionEndLimit,
          command,
          version,
          trust,
          installedEvents,
          modelEvents,
          http,
          commandOnlyEvents,
          entryName,
          stopCapVariable,
          hookSyntax,
          commandFormat,
          commandFolder,
          userPolicies);
    }
  }
}
