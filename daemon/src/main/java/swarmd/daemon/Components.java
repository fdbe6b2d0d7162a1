package swarmd.daemon;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import swarmd.accounts.Accounts;
import swarmd.api.PrdJson;
import swarmd.builtin.Registry;
import swarmd.builtin.sessions.LeaseRenewal;
import swarmd.builtin.sessions.LostTaskNotice;
import swarmd.builtin.sessions.MessageDelivery;
import swarmd.builtin.sessions.SessionClosing;
import swarmd.catalogue.HostCatalogue;
import swarmd.checks.CheckLogs;
import swarmd.checks.CheckRunner;
import swarmd.checks.Checks;
import swarmd.checks.TaskChecks;
import swarmd.checks.TreeReader;
import swarmd.cli.CommandLineRunner;
import swarmd.cli.Services;
import swarmd.events.EventFeed;
import swarmd.files.FileLanes;
import swarmd.git.Git;
import swarmd.home.Home;
import swarmd.home.Version;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookLimits;
import swarmd.hooks.HookRecorder;
import swarmd.hooks.HookService;
import swarmd.hooks.HookTable;
import swarmd.hooks.LastToolError;
import swarmd.hosts.FullTextFiles;
import swarmd.hosts.Hosts;
import swarmd.http.HttpTokens;
import swarmd.http.PageAccess;
import swarmd.http.Router;
import swarmd.http.Routes;
import swarmd.install.Installer;
import swarmd.mcp.McpServer;
import swarmd.mcp.McpServices;
import swarmd.messages.LocalAgents;
import swarmd.messages.LocalMessages;
import swarmd.messages.Mailboxes;
import swarmd.messages.MessageStore;
import swarmd.messages.Messages;
import swarmd.messages.Senders;
import swarmd.metrics.Metrics;
import swarmd.modes.ModeRequests;
import swarmd.modes.Modes;
import swarmd.modes.StopHandler;
import swarmd.modes.StoredEvidence;
import swarmd.notes.Notes;
import swarmd.retention.OldTexts;
import swarmd.retention.Pruner;
import swarmd.retention.Retention;
import swarmd.retention.SharedData;
import swarmd.sessions.CallIdentities;
import swarmd.sessions.CallTickets;
import swarmd.sessions.Callers;
import swarmd.sessions.HookOrigins;
import swarmd.sessions.HostWatch;
import swarmd.sessions.LivingSessions;
import swarmd.sessions.ProcessTable;
import swarmd.sessions.ProjectCache;
import swarmd.sessions.Sessions;
import swarmd.sessions.TeamProjects;
import swarmd.settings.Setting;
import swarmd.settings.Settings;
import swarmd.skills.Skills;
import swarmd.status.DaemonInfo;
import swarmd.status.LiveReader;
import swarmd.status.StatusReader;
import swarmd.status.TeamLink;
import swarmd.store.RetriedWrites;
import swarmd.store.sqlite.SqliteStore;
import swarmd.swarm.Completions;
import swarmd.swarm.SessionLeases;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskRules;
import swarmd.swarm.Tasks;
import swarmd.team.Team;
import swarmd.team.TeamMessages;
import swarmd.time.Time;
import swarmd.userhooks.HookConfigs;
import swarmd.userhooks.HookOverrides;
import swarmd.userhooks.HookPlanner;
import swarmd.userhooks.HookRunner;
import swarmd.userhooks.OwnHooks;
import swarmd.userhooks.Plugins;
import swarmd.userhooks.StopHookHolds;
import swarmd.userhooks.SwarmHooks;
import swarmd.userhooks.ToolBarrier;
import swarmd.userhooks.UserHookJson;
import swarmd.userhooks.UserHooks;
import swarmd.worktrees.Landings;
import swarmd.worktrees.Places;
import swarmd.worktrees.Worktrees;

/** Everything that the daemon consists of, put together by hand: read it to see what needs what. */
final class Components {
  private static final Duration PLUGIN_LOADING = Duration.ofSeconds(2);

  /** The lane of what reads the processes of this machine. */
  private static final String PROCESSES = "/proc";

  final SqliteStore store;
  final Accounts accounts;
  final Tasks tasks;
  final Optional<Team> team;
  final EventFeed events;
  final HostWatch hostWatch;
  final SwarmHooks swarmHooks;
  final Pruner pruner;
  final CommandLineRunner commands;
  final Installer installer;
  final Router router;
  final Worktrees worktrees;
  final WarmUp warmUp;

  /**
   * Opens what has to be open and leaves it to the lifecycle; starts nothing.
   *
   * @param files runs what reads the files of projects
   * @param background runs what else takes too long for an event loop
   */
  Components(
      Settings settings,
      HostCatalogue hosts,
      ProcessTable processes,
      Time time,
      Lifecycle lifecycle,
      FileLanes files,
      ExecutorService background,
      Supplier<DaemonInfo> info,
      IntSupplier connections,
      Supplier<HttpTokens> tokens) {
    Home home = settings.home();
    Path file = settings.isShared() ? TeamParts.copyFile(settings) : home.database();
    store = lifecycle.add("the store", SqliteStore.open(file, time));
    Metrics metrics = new Metrics(Version.current());
    store.onCommit(metrics::committed);
    store.onCommit(TaskEvent.class, metrics::tasksChanged);
    TaskRules rules = new TaskRules(HttpAccess::newToken);
    LivingSessions living = new LivingSessions();
    ProjectCache projects =
        settings.isShared()
            ? new ProjectCache(files, new TeamProjects(TeamParts.workstation(settings)), time)
            : new ProjectCache(files, time);
    RetriedWrites writes = new RetriedWrites(store, time);
    Sessions sessions = new Sessions(store, writes, projects, processes, files.of(PROCESSES), time);
    accounts = new Accounts(store, sessions, time);
    team =
        settings.isShared()
            ? Optional.of(
                TeamParts.open(
                    settings,
                    store,
                    rules,
                    living,
                    accounts,
                    metrics::claimWaited,
                    lifecycle,
                    time))
            : Optional.empty();
    // no method references: linking them would load what a daemon without a team does not need
    tasks =
        team.isPresent()
            ? team.get().tasks()
            : new Tasks(store, rules, living, accounts, metrics::claimWaited, time);
    SessionLeases leases = team.isPresent() ? team.get().leases() : SessionLeases.local(rules);
    events = new EventFeed(store);
    Modes modes = new Modes(store, time);
    Notes notes = new Notes(store, time);
    Skills skills = new Skills(store, writes, time);
    HookConfigs hookConfigs =
        new HookConfigs(home.directory(), HookOverrides.of(settings), files, time);
    Git git = lifecycle.add("git", new Git(home.directory(), time));
    TreeReader trees = new TreeReader(git, time);
    CheckRunner checkRunner =
        lifecycle.add(
            "the check runner",
            new CheckRunner(
                store,
                home.directory(),
                trees,
                (int) settings.number(Setting.CHECKS_AT_ONCE),
                metrics::checkEnded,
                time));
    Checks checks = new Checks(hookConfigs, checkRunner, trees, store);
    worktrees =
        new Worktrees(tasks, store, new Places(settings.text(Setting.WORKTREE_FOLDER)), git, time);
    TaskChecks taskChecks =
        new TaskChecks(
            checks,
            store,
            projects,
            new CheckLogs(home.log().resolveSibling("checks")),
            worktrees::folderOf,
            time);
    Completions completions = new Completions(tasks, store, taskChecks, worktrees, time);
    Landings landings =
        new Landings(
            tasks, worktrees, taskChecks, Landings.Way.of(settings.text(Setting.WORKTREE_LAND)));
    CallTickets tickets = new CallTickets(HttpAccess::newToken);
    CallIdentities identities = new CallIdentities(HttpAccess::newToken);
    Callers callers =
        new Callers(
            store,
            processes,
            tickets,
            hosts,
            Callers.Scripts.valueOf(settings.text(Setting.SCRIPTS).toUpperCase(Locale.ROOT)),
            files.of(PROCESSES));
    HookOrigins origins = new HookOrigins(callers, processes, hosts, files.of(PROCESSES));
    ModeRequests modeRequests =
        new ModeRequests(modes, checks, sessions, callers, living, store, hosts, time);
    StopHandler stops =
        new StopHandler(
            store, modes, new PrdJson(), new StoredEvidence(checks, store), accounts, files, time);
    Plugins plugins =
        lifecycle.add(
            "the plugins", Plugins.in(home.directory().resolve("plugins"), PLUGIN_LOADING));
    HookPlanner hookPlanner = new HookPlanner(plugins.hooks(), plugins.unloaded());
    HookRunner hookRunner =
        lifecycle.add("the hook runner", new HookRunner(plugins, home.directory(), time));
    HookLimits limits = new HookLimits(settings.duration(Setting.HOOK_TIMEOUT_MS));
    LastToolError lastToolError = new LastToolError(files, time);
    OwnHooks ownHooks = new OwnHooks(hookConfigs, hookPlanner);
    UserHooks userHooks =
        new UserHooks(
            hookConfigs,
            hookPlanner,
            hookRunner,
            new ToolBarrier(store, time),
            new StopHookHolds(store, time),
            limits,
            lastToolError);
    FullTextFiles texts = new FullTextFiles(home.directory().resolve("context"), time);
    SharedData shared = team.isPresent() ? TeamParts.sharedData(team.get(), time) : SharedData.NONE;
    pruner = new Pruner(store, oldTexts(texts), shared, Retention.of(settings), background, time);
    Optional<String> workstation =
        team.isPresent() ? Optional.of(TeamParts.workstation(settings)) : Optional.empty();
    Mailboxes mailboxes =
        new Mailboxes(
            store, writes, workstation, () -> team.isPresent() ? team.get().now() : time.millis());
    Messages messages =
        new Messages(
            store,
            messageStore(mailboxes, time),
            team.isPresent()
                ? team.get().messages()
                : new LocalAgents(store, living, workstation, time),
            new Senders(store, sessions, System.getProperty("user.name"), workstation),
            mailboxes,
            team.isPresent()
                ? () -> team.get().catchUp()
                : () -> CompletableFuture.completedFuture(null));
    SessionClosing closing = new SessionClosing(leases, modes, living, time);
    hostWatch =
        new HostWatch(store, sessions, processes, closing::hostIsGone, files.of(PROCESSES), time);
    Registry builtin =
        new Registry(
            settings,
            store,
            writes,
            modes,
            stops,
            notes,
            skills,
            leases,
            accounts,
            closing,
            tickets,
            identities,
            new DeliveryLog(store, writes, time),
            pruner,
            files,
            background,
            this::behind,
            MessageDelivery.beforeStop(mailboxes, living, time),
            time);
    HookService hooks =
        new HookService(
            new HookTable(
                builtin.rows(),
                Stream.concat(
                        Stream.of(userHooks, new LostTaskNotice(store, writes, living)),
                        builtin.ifOn(MessageDelivery.withContext(mailboxes, living, time)).stream())
                    .toList()),
            new HookRecorder(
                writes,
                new LeaseRenewal(leases),
                living,
                (int) settings.number(Setting.HOOK_EVENTS_KEPT)),
            lastToolError,
            limits,
            metrics::hookAnswered,
            time);
    Hosts translation = new Hosts(hosts, texts);
    warmUp =
        new WarmUp(
            translation, hooks, hookConfigs, sessions, modes, skills, store, background, time);
    StatusReader status =
        new StatusReader(
            store,
            info,
            connections,
            writes::pending,
            userHooks::untrusted,
            accounts::paused,
            living,
            this::teamLink,
            time);
    swarmHooks =
        lifecycle.add(
            "the hooks for tasks",
            new SwarmHooks(hookConfigs, hookPlanner, hookRunner, store, () -> needs(status), time));
    PageAccess page = new PageAccess(tokens, () -> info.get().httpPort(), time);
    installer = new Installer(home, Version.current(), hosts);
    commands =
        new CommandLineRunner(
            new Services(
                store,
                tasks,
                completions,
                worktrees,
                landings,
                accounts,
                modes,
                modeRequests,
                notes,
                skills,
                messages,
                sessions,
                projects,
                hooks.table(),
                hookConfigs,
                hookPlanner,
                hookRunner,
                checks,
                callers,
                status,
                events,
                pruner,
                settings,
                time,
                installer,
                hosts,
                page::addressWithCode,
                new TeamSetup(settings, team, time),
                Version.current()),
            time);
    router =
        Routes.router(
            tasks,
            completions,
            messages,
            worktrees,
            landings,
            accounts,
            modes,
            modeRequests,
            callers,
            origins,
            translation,
            hooks,
            project ->
                CompletableFuture.supplyAsync(
                    () -> UserHookJson.own(ownHooks.in(project)), background),
            time,
            sessions,
            projects,
            settings.duration(Setting.LEASE_MS),
            background,
            status,
            metrics,
            () -> sizes(checkRunner),
            new LiveReader(store, time),
            () -> CompletableFuture.supplyAsync(store::damage, background),
            events,
            page,
            commands,
            new McpServer(
                new McpServices(
                    tasks,
                    completions,
                    notes,
                    messages,
                    modeRequests,
                    status,
                    sessions,
                    projects,
                    callers,
                    identities,
                    hosts,
                    settings.duration(Setting.LEASE_MS),
                    time,
                    Version.current())));
  }

  private MessageStore messageStore(Mailboxes mailboxes, Time time) {
    if (team.isEmpty()) {
      return new LocalMessages(store, mailboxes::arrived, time);
    }
    TeamMessages shared = team.get().messages();
    team.get().onMessages(mailboxes::arrived);
    mailboxes.onReceipt(shared::sendReceipts);
    return shared;
  }

  private Optional<Duration> behind() {
    return team.isPresent() ? team.get().behind() : Optional.empty();
  }

  private static CompletableFuture<List<SwarmHooks.PersonNeed>> needs(StatusReader status) {
    return status
        .read(Optional.empty())
        .thenApply(
            read ->
                read.needs().stream()
                    .map(
                        need ->
                            new SwarmHooks.PersonNeed(
                                need.key(),
                                need.kind().label(),
                                need.text(),
                                need.command(),
                                need.subject().project()))
                    .toList());
  }

  private Optional<TeamLink> teamLink() {
    return team.isPresent() ? Optional.of(TeamParts.link(team.get())) : Optional.empty();
  }

  private Metrics.Sizes sizes(CheckRunner checks) {
    return new Metrics.Sizes(
        store.waitingWrites(),
        tasks.waitingClaims(),
        checks.runningChecks(),
        checks.waitingChecks(),
        store.databaseBytes(),
        store.walBytes());
  }

  private static OldTexts oldTexts(FullTextFiles texts) {
    return new OldTexts() {
      @Override
      public int countBefore(long millis) {
        return texts.countBefore(millis);
      }

      @Override
      public int deleteBefore(long millis) {
        return texts.forgetBefore(millis);
      }
    };
  }
}
