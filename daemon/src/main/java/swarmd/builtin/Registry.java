package swarmd.builtin;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Stream;
import swarmd.accounts.Accounts;
import swarmd.builtin.context.AcceptedSkills;
import swarmd.builtin.context.AutoSlashCommand;
import swarmd.builtin.context.Corrections;
import swarmd.builtin.context.DirectoryReadmeInjector;
import swarmd.builtin.context.FailedTests;
import swarmd.builtin.context.Learner;
import swarmd.builtin.context.RulesInjector;
import swarmd.builtin.context.SkillProposal;
import swarmd.builtin.edits.AgentUsageReminder;
import swarmd.builtin.edits.CommandTrees;
import swarmd.builtin.edits.CommentChecker;
import swarmd.builtin.edits.FileOwnership;
import swarmd.builtin.edits.FileOwnership.Policy;
import swarmd.builtin.edits.OmcOrchestrator;
import swarmd.builtin.edits.OwnedFileWatch;
import swarmd.builtin.edits.WorkerFiles;
import swarmd.builtin.edits.WrittenFiles;
import swarmd.builtin.memory.EditRecovery;
import swarmd.builtin.memory.ModeRecovery;
import swarmd.builtin.memory.ModeRegistry;
import swarmd.builtin.memory.Notepad;
import swarmd.builtin.memory.PreCompact;
import swarmd.builtin.memory.PreemptiveCompaction;
import swarmd.builtin.messages.EmptyMessageSanitizer;
import swarmd.builtin.messages.ThinkingBlockValidator;
import swarmd.builtin.sessions.AccountLimits;
import swarmd.builtin.sessions.BackgroundNotification;
import swarmd.builtin.sessions.EditLog;
import swarmd.builtin.sessions.Notices;
import swarmd.builtin.sessions.OwnTools;
import swarmd.builtin.sessions.SameFileEdits;
import swarmd.builtin.sessions.SessionClosing;
import swarmd.builtin.sessions.SessionContext;
import swarmd.builtin.sessions.SessionEnd;
import swarmd.builtin.sessions.SessionStart;
import swarmd.builtin.sessions.SetupInit;
import swarmd.builtin.sessions.SetupMaintenance;
import swarmd.builtin.sessions.ShellEdits;
import swarmd.builtin.sessions.SubagentStart;
import swarmd.builtin.sessions.SubagentStop;
import swarmd.builtin.sessions.TodoReminder;
import swarmd.builtin.sessions.TodoTracker;
import swarmd.builtin.shell.AgentIdentity;
import swarmd.builtin.shell.NonInteractiveEnv;
import swarmd.builtin.shell.OwnCommandApproval;
import swarmd.builtin.shell.PermissionHandler;
import swarmd.builtin.shell.PluginPatterns;
import swarmd.catalogue.HookType;
import swarmd.catalogue.ToolKind;
import swarmd.files.FileLanes;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookTable.Row;
import swarmd.modes.KeywordDetector;
import swarmd.modes.KeywordPolicy;
import swarmd.modes.Modes;
import swarmd.modes.StopHandler;
import swarmd.modes.ThinkMode;
import swarmd.notes.Notes;
import swarmd.retention.Pruner;
import swarmd.sessions.CallIdentities;
import swarmd.sessions.CallTickets;
import swarmd.settings.Setting;
import swarmd.settings.Settings;
import swarmd.skills.Skills;
import swarmd.store.RetriedWrites;
import swarmd.store.Store;
import swarmd.swarm.SessionLeases;
import swarmd.time.Time;

/** Every built-in hook: its events and tools, its place in the order, and whether it is on. */
public final class Registry {
  private final Settings settings;
  private final Store store;
  private final RetriedWrites writes;
  private final Modes modes;
  private final StopHandler stops;
  private final Skills skills;
  private final SessionLeases leases;
  private final AccountLimits accountLimits;
  private final SessionClosing closing;
  private final CallTickets tickets;
  private final CallIdentities identities;
  private final DeliveryLog deliveries;
  private final Pruner pruner;
  private final FileLanes files;
  private final Executor longRunning;
  private final Supplier<Optional<Duration>> behind;
  private final HookHandler stopMessages;
  private final Time time;

  private final ModeRegistry modeRegistry;
  private final Notepad notepad;
  private final TodoReminder todos;
  private final BackgroundNotification background = new BackgroundNotification();
  private final ThinkingBlockValidator thinking;
  private final PluginPatterns patterns;
  private final EditLog edits;
  private final Notices notices = new Notices();
  private final OwnedFileWatch ownedFiles;

  /**
   * @param files runs the code that reads the file system
   * @param longRunning runs other code that takes long
   * @param behind how long others' tasks have not been heard of, if that matters
   * @param stopMessages holds the end of a turn for messages
   */
  public Registry(
      Settings settings,
      Store store,
      RetriedWrites writes,
      Modes modes,
      StopHandler stops,
      Notes notes,
      Skills skills,
      SessionLeases leases,
      Accounts accounts,
      SessionClosing closing,
      CallTickets tickets,
      CallIdentities identities,
      DeliveryLog deliveries,
      Pruner pruner,
      FileLanes files,
      Executor longRunning,
      Supplier<Optional<Duration>> behind,
      HookHandler stopMessages,
      Time time) {
    this.settings = settings;
    this.store = store;
    this.writes = writes;
    this.modes = modes;
    this.stops = stops;
    this.skills = skills;
    this.leases = leases;
    this.closing = closing;
    this.tickets = tickets;
    this.identities = identities;
    this.deliveries = deliveries;
    this.pruner = pruner;
    this.files = files;
    this.longRunning = longRunning;
    this.behind = behind;
    this.stopMessages = stopMessages;
    this.time = time;
    accountLimits =
        new AccountLimits(accounts, leases, writes, settings.home().directory(), files, time);
    modeRegistry = new ModeRegistry(modes, store, time);
    notepad = new Notepad(notes, deliveries);
    todos = new TodoReminder(store);
    thinking = new ThinkingBlockValidator(deliveries);
    patterns = new PluginPatterns(deliveries, files, time);
    edits = new EditLog(store, writes, files);
    ownedFiles = new OwnedFileWatch(store, notices, files, time);
  }

  /** In call order. */
  public List<Row> rows() {
    List<Row> all =
        Stream.of(
                promptHooks(),
                stopHooks(),
                sessionHooks(),
                preToolHooks(),
                postToolHooks(),
                subagentHooks(),
                otherHooks())
            .flatMap(List::stream)
            .toList();
    DisabledHooks.logUnknown(settings, all);
    return DisabledHooks.of(settings).applyTo(all);
  }

  /** A handler of all events, unless its name is switched off. */
  public Optional<HookHandler> ifOn(HookHandler handler) {
    return DisabledHooks.of(settings).contains(handler.name())
        ? Optional.empty()
        : Optional.of(handler);
  }

  private List<Row> promptHooks() {
    EmptyMessageSanitizer emptyMessages = new EmptyMessageSanitizer();
    KeywordPolicy keywords = KeywordPolicy.of(settings.text(Setting.KEYWORDS));
    return List.of(
        on(HookType.KEYWORD_DETECTOR, modeRegistry),
        on(HookType.KEYWORD_DETECTOR, new KeywordDetector(modes, keywords)),
        on(HookType.KEYWORD_DETECTOR, new ThinkMode(keywords)),
        on(HookType.KEYWORD_DETECTOR, autoSlashCommand()),
        on(HookType.KEYWORD_DETECTOR, new Learner(settings.userHome(), deliveries, files, time)),
        on(HookType.KEYWORD_DETECTOR, new Corrections(skills)),
        on(HookType.KEYWORD_DETECTOR, new AcceptedSkills(skills, deliveries, time)),
        on(HookType.KEYWORD_DETECTOR, notepad),
        on(HookType.KEYWORD_DETECTOR, todos),
        on(HookType.KEYWORD_DETECTOR, background),
        on(HookType.KEYWORD_DETECTOR, emptyMessages),
        on("BeforeModel", emptyMessages),
        on(HookType.KEYWORD_DETECTOR, thinking),
        on("AfterModel", thinking));
  }

  /** A decision ends the event, so the handlers that only observe come first, then messages. */
  private List<Row> stopHooks() {
    List<Row> observers =
        List.of(
            on(HookType.STOP_CONTINUATION, thinking),
            on(HookType.STOP_CONTINUATION, background),
            on(HookType.STOP_CONTINUATION, stopMessages),
            on(HookType.STOP_CONTINUATION, accountLimits));
    return Stream.concat(observers.stream(), stops.rows().stream()).toList();
  }

  private List<Row> sessionHooks() {
    return List.of(
        on(
            HookType.SESSION_START,
            modeRegistry), // first: needs to know how long the session was silent
        on(HookType.SESSION_START, new SessionStart(store, closing, deliveries, time)),
        on(HookType.SESSION_START, new SessionContext(store, behind, time)),
        on(HookType.SESSION_START, new ModeRecovery(store, deliveries, time)),
        on(HookType.SESSION_START, todos),
        on(HookType.SESSION_START, notepad),
        on(HookType.SESSION_START, background),
        on(HookType.PRE_COMPACT, new PreCompact(store, time)),
        on(HookType.PRE_COMPACT, notepad),
        on(HookType.SESSION_END, accountLimits), // before the tasks are given back otherwise
        on(HookType.SESSION_END, new SessionEnd(closing, edits, notices)));
  }

  private List<Row> preToolHooks() {
    OwnTools ownTools = new OwnTools(identities);
    return List.of(
        on(HookType.PRE_TOOL_USE, fileOwnership(), ToolKind.EDIT, ToolKind.SHELL),
        on(HookType.PRE_TOOL_USE, workerFiles(), ToolKind.EDIT, ToolKind.SHELL),
        on(HookType.PRE_TOOL_USE, commandTrees(), ToolKind.SHELL),
        on(HookType.PRE_TOOL_USE, orchestrator(), ToolKind.EDIT),
        on(HookType.PRE_TOOL_USE, patterns, ToolKind.SHELL),
        on(HookType.PRE_TOOL_USE, nonInteractive(), ToolKind.SHELL),
        on(
            HookType.PRE_TOOL_USE,
            new AgentIdentity(settings.permissions(), tickets, longRunning),
            ToolKind.SHELL),
        on(HookType.PRE_TOOL_USE, new OwnCommandApproval(settings.permissions()), ToolKind.SHELL),
        on(HookType.PRE_TOOL_USE, ownTools, ToolKind.SWARM),
        on(HookType.PERMISSION_REQUEST, ownTools, ToolKind.SWARM),
        on(HookType.PERMISSION_REQUEST, new PermissionHandler(settings.permissions(), files)));
  }

  private List<Row> postToolHooks() {
    EditRecovery editRecovery = new EditRecovery(time);
    return List.of(
        on(HookType.POST_TOOL_USE, editRecovery, ToolKind.EDIT),
        on("PostToolBatch", editRecovery),
        on("PostToolBatch", background),
        on(HookType.POST_TOOL_USE, ownedFiles, ToolKind.SHELL, ToolKind.EDIT),
        on(HookType.POST_TOOL_USE, new SameFileEdits(edits, notices, time)),
        on(
            HookType.POST_TOOL_USE,
            new ShellEdits(edits, writtenFiles()::of, files, time),
            ToolKind.SHELL),
        on(HookType.POST_TOOL_USE, commandTrees(), ToolKind.SHELL),
        on(HookType.POST_TOOL_USE, rulesInjector(), ToolKind.READ, ToolKind.EDIT),
        on(HookType.POST_TOOL_USE, readmeInjector(), ToolKind.READ, ToolKind.EDIT),
        on(HookType.POST_TOOL_USE, new CommentChecker(deliveries, longRunning), ToolKind.EDIT),
        on(HookType.POST_TOOL_USE, patterns, ToolKind.EDIT),
        on(
            HookType.POST_TOOL_USE,
            new AgentUsageReminder(),
            ToolKind.SEARCH,
            ToolKind.EDIT,
            ToolKind.AGENT),
        on(HookType.POST_TOOL_USE, new TodoTracker(writes, time), ToolKind.TODO),
        on(HookType.POST_TOOL_USE, new SkillProposal(deliveries), ToolKind.SHELL),
        on(HookType.POST_TOOL_USE, new AcceptedSkills(skills, deliveries, time), ToolKind.SHELL),
        on(HookType.POST_TOOL_USE, failedTests(), ToolKind.SHELL),
        on(HookType.POST_TOOL_USE, notepad, ToolKind.AGENT),
        on(HookType.POST_TOOL_USE, background),
        on(HookType.POST_TOOL_USE, preemptiveCompaction()));
  }

  private List<Row> subagentHooks() {
    return List.of(
        on(HookType.SUBAGENT_START, new SubagentStart(writes, time)),
        on(HookType.SUBAGENT_STOP, stopMessages),
        on(HookType.SUBAGENT_STOP, new SubagentStop(store, leases, notices, time)));
  }

  private List<Row> otherHooks() {
    return List.of(
        on("Notification", background),
        on("StopFailure", accountLimits),
        on(HookType.SETUP_INIT, new SetupInit(settings.home().directory(), files)),
        on(HookType.SETUP_MAINTENANCE, new SetupMaintenance(pruner)));
  }

  private AutoSlashCommand autoSlashCommand() {
    return new AutoSlashCommand(settings.userHome(), settings.home().directory(), files);
  }

  private FileOwnership fileOwnership() {
    return new FileOwnership(
        Policy.of(settings.text(Setting.FILE_OWNERSHIP)),
        store,
        ownedFiles,
        files,
        settings.userHome(),
        behind,
        time);
  }

  private WrittenFiles writtenFiles() {
    return new WrittenFiles(settings.userHome());
  }

  private CommandTrees commandTrees() {
    return new CommandTrees(writes, files, settings.userHome(), time);
  }

  private WorkerFiles workerFiles() {
    return new WorkerFiles(
        Policy.of(settings.text(Setting.FILE_OWNERSHIP)), modes, store, writtenFiles()::of, files);
  }

  private FailedTests failedTests() {
    return new FailedTests(
        FailedTests.Policy.of(settings.text(Setting.ULTRAQA)), modes, deliveries, time);
  }

  private OmcOrchestrator orchestrator() {
    return new OmcOrchestrator(
        OmcOrchestrator.Policy.of(settings.text(Setting.ORCHESTRATOR)), modes, store, deliveries);
  }

  private NonInteractiveEnv nonInteractive() {
    return new NonInteractiveEnv(
        NonInteractiveEnv.Policy.of(settings.text(Setting.NON_INTERACTIVE)), deliveries);
  }

  private RulesInjector rulesInjector() {
    return new RulesInjector(deliveries, files, time);
  }

  private DirectoryReadmeInjector readmeInjector() {
    return new DirectoryReadmeInjector(deliveries, files, time);
  }

  private PreemptiveCompaction preemptiveCompaction() {
    return new PreemptiveCompaction(
        settings.number(Setting.CONTEXT_TOKENS), settings.home().directory(), files, time);
  }

  private static Row on(HookType type, HookHandler handler, ToolKind... tools) {
    return new Row(type.label(), Set.of(tools), handler);
  }

  /** For events without a type, by the host's own name for them. */
  private static Row on(String event, HookHandler handler) {
    return new Row(event, Set.of(), handler);
  }
}
