package swarmd.builtin;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.LongToIntFunction;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.builtin.context.AutoSlashCommand;
import swarmd.builtin.context.DirectoryReadmeInjector;
import swarmd.builtin.context.Learner;
import swarmd.builtin.context.RulesInjector;
import swarmd.builtin.context.SkillProposal;
import swarmd.builtin.edits.AgentUsageReminder;
import swarmd.builtin.edits.CommentChecker;
import swarmd.builtin.edits.FileOwnership;
import swarmd.builtin.edits.FileOwnership.Policy;
import swarmd.builtin.edits.OmcOrchestrator;
import swarmd.builtin.messages.EmptyMessageSanitizer;
import swarmd.builtin.messages.ThinkingBlockValidator;
import swarmd.builtin.sessions.BackgroundNotification;
import swarmd.builtin.sessions.EditLog;
import swarmd.builtin.sessions.Notices;
import swarmd.builtin.sessions.SameFileEdits;
import swarmd.builtin.sessions.SessionContext;
import swarmd.builtin.sessions.SessionEnd;
import swarmd.builtin.sessions.SessionStart;
import swarmd.builtin.sessions.SetupInit;
import swarmd.builtin.sessions.SetupMaintenance;
import swarmd.builtin.sessions.StopContinuation;
import swarmd.builtin.sessions.SubagentStart;
import swarmd.builtin.sessions.SubagentStop;
import swarmd.builtin.sessions.TodoReminder;
import swarmd.builtin.sessions.TodoTracker;
import swarmd.builtin.shell.AgentIdentity;
import swarmd.builtin.shell.NonInteractiveEnv;
import swarmd.builtin.shell.PermissionHandler;
import swarmd.builtin.shell.PluginPatterns;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookTable.Row;
import swarmd.hooks.HookType;
import swarmd.hooks.RetriedWrites;
import swarmd.hooks.Told;
import swarmd.hooks.ToolKind;
import swarmd.modes.KeywordDetector;
import swarmd.modes.Mode;
import swarmd.modes.ModeSnapshot;
import swarmd.modes.ModeStop;
import swarmd.modes.ModeTransaction;
import swarmd.modes.Modes;
import swarmd.modes.ThinkMode;
import swarmd.notes.Notes;
import swarmd.settings.Setting;
import swarmd.settings.Settings;
import swarmd.swarm.Store;
import swarmd.swarm.TaskRules;
import swarmd.time.Time;

/**
 * Every built-in hook: which events it meets, of which tools, in which order, and whether it is on.
 *
 * @param forgetTexts deletes the files of long texts that are older; returns how many
 * @param files runs what reads the file system
 */
public record Registry(
    Settings settings,
    Store<? extends ModeTransaction, ? extends ModeSnapshot> store,
    RetriedWrites writes,
    Modes modes,
    Notes notes,
    TaskRules rules,
    Told told,
    LongToIntFunction forgetTexts,
    Executor files,
    Time time) {
  private static final Logger log = LoggerFactory.getLogger(Registry.class);

  private static final String BEFORE_MODEL = "BeforeModel";
  private static final String AFTER_MODEL = "AfterModel";
  private static final String NOTIFICATION = "Notification";

  /** In the order in which they are asked. */
  public List<Row> rows() {
    EditLog edits = new EditLog(store, writes);
    Notices notices = new Notices();
    BackgroundNotification background = new BackgroundNotification();
    EmptyMessageSanitizer emptyMessages = new EmptyMessageSanitizer();
    ThinkingBlockValidator thinking = new ThinkingBlockValidator(told);
    PluginPatterns patterns = new PluginPatterns(told, files, time);
    return asSet(
        List.of(
            on(HookType.KEYWORD_DETECTOR, new KeywordDetector(modes)),
            on(HookType.KEYWORD_DETECTOR, new ThinkMode()),
            on(HookType.KEYWORD_DETECTOR, autoSlashCommand()),
            on(HookType.KEYWORD_DETECTOR, new Learner(settings.userHome(), told, files, time)),
            on(HookType.KEYWORD_DETECTOR, emptyMessages),
            on(BEFORE_MODEL, emptyMessages),
            on(AFTER_MODEL, thinking),
            on(HookType.KEYWORD_DETECTOR, thinking),
            on(HookType.STOP_CONTINUATION, thinking),
            on(HookType.STOP_CONTINUATION, background), // before those that may end the chain
            on(NOTIFICATION, background),
            on(HookType.SESSION_START, background),
            on(HookType.KEYWORD_DETECTOR, background),
            on(HookType.POST_TOOL_USE, background),
            on(HookType.RALPH, new ModeStop(Mode.RALPH, modes)),
            on(HookType.AUTOPILOT, new ModeStop(Mode.AUTOPILOT, modes)),
            on(HookType.PERSISTENT_MODE, new ModeStop(Mode.ULTRAPILOT, modes)),
            on(HookType.PERSISTENT_MODE, new ModeStop(Mode.SWARM, modes)),
            on(HookType.PERSISTENT_MODE, new ModeStop(Mode.PIPELINE, modes)),
            on(HookType.PERSISTENT_MODE, new ModeStop(Mode.ULTRAQA, modes)),
            on(HookType.PERSISTENT_MODE, new ModeStop(Mode.ULTRAWORK, modes)),
            on(HookType.STOP_CONTINUATION, new StopContinuation(store)),
            on(HookType.SESSION_START, new SessionStart(store, told, time)),
            on(HookType.SESSION_START, new SessionContext(store, time)),
            on(HookType.SESSION_START, new TodoReminder(store)),
            on(HookType.SESSION_END, new SessionEnd(store, rules, edits, notices, time)),
            on(HookType.PRE_TOOL_USE, fileOwnership(), ToolKind.EDIT),
            on(HookType.PRE_TOOL_USE, orchestrator(), ToolKind.EDIT),
            on(HookType.PRE_TOOL_USE, patterns, ToolKind.SHELL),
            on(HookType.PRE_TOOL_USE, nonInteractive(), ToolKind.SHELL),
            on(HookType.PRE_TOOL_USE, new AgentIdentity(), ToolKind.SHELL),
            on(HookType.POST_TOOL_USE, new TodoTracker(writes, time), ToolKind.TODO),
            on(
                HookType.POST_TOOL_USE,
                new RulesInjector(told, files, time),
                ToolKind.READ,
                ToolKind.EDIT),
            on(
                HookType.POST_TOOL_USE,
                new DirectoryReadmeInjector(told, files, time),
                ToolKind.READ,
                ToolKind.EDIT),
            on(HookType.POST_TOOL_USE, new SkillProposal(told), ToolKind.SHELL),
            on(HookType.POST_TOOL_USE, new SameFileEdits(edits, notices, time)),
            on(HookType.SUBAGENT_START, new SubagentStart(writes, time)),
            on(HookType.SUBAGENT_STOP, new SubagentStop(store, rules, notices, time)),
            on(HookType.SETUP_INIT, new SetupInit(settings.home().directory(), files)),
            on(HookType.SETUP_MAINTENANCE, new SetupMaintenance(store, forgetTexts, files, time)),
            on(HookType.POST_TOOL_USE, new CommentChecker(told, files), ToolKind.EDIT),
            on(HookType.POST_TOOL_USE, patterns, ToolKind.EDIT),
            on(
                HookType.POST_TOOL_USE,
                new AgentUsageReminder(),
                ToolKind.SEARCH,
                ToolKind.READ,
                ToolKind.EDIT,
                ToolKind.AGENT),
            on(HookType.PERMISSION_REQUEST, new PermissionHandler(settings.permissions()))));
  }

  private FileOwnership fileOwnership() {
    return new FileOwnership(Policy.of(settings.text(Setting.FILE_OWNERSHIP)), store, files, time);
  }

  private AutoSlashCommand autoSlashCommand() {
    return new AutoSlashCommand(settings.userHome(), settings.home().directory(), files);
  }

  /** For events without a type, under the host's name. */
  private static Row on(String event, HookHandler handler) {
    return new Row(event, Set.of(), true, handler);
  }

  private NonInteractiveEnv nonInteractive() {
    return new NonInteractiveEnv(
        NonInteractiveEnv.Policy.of(settings.text(Setting.NON_INTERACTIVE)), told);
  }

  private OmcOrchestrator orchestrator() {
    return new OmcOrchestrator(
        OmcOrchestrator.Policy.of(settings.text(Setting.ORCHESTRATOR)), modes, told);
  }

  private static Row on(HookType type, HookHandler handler, ToolKind... tools) {
    return new Row(type.label(), Set.of(tools), true, handler);
  }

  /** A name that nobody has is no reason not to start: it may be one of another version. */
  private List<Row> asSet(List<Row> rows) {
    Set<String> off = names(Setting.HOOKS_OFF);
    Set<String> on = names(Setting.HOOKS_ON);
    Set<String> known = rows.stream().map(row -> row.handler().name()).collect(Collectors.toSet());
    for (Set<String> named : List.of(off, on)) {
      named.stream()
          .filter(name -> !known.contains(name))
          .forEach(name -> log.warn("There is no hook {}; see: swarm hooks list", name));
    }
    return rows.stream()
        .map(
            row -> {
              String name = row.handler().name();
              boolean runs = !off.contains(name) && (row.on() || on.contains(name));
              return new Row(row.event(), row.tools(), runs, row.handler());
            })
        .toList();
  }

  private Set<String> names(Setting setting) {
    return Arrays.stream(settings.text(setting).split(","))
        .map(String::strip)
        .filter(name -> !name.isEmpty() && !name.equals(setting.defaultValue()))
        .collect(Collectors.toSet());
  }
}
