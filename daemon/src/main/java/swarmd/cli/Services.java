package swarmd.cli;

import java.util.function.Supplier;
import swarmd.accounts.Accounts;
import swarmd.catalogue.HostCatalogue;
import swarmd.checks.Checks;
import swarmd.events.EventFeed;
import swarmd.hooks.HookTable;
import swarmd.install.Installer;
import swarmd.messages.Messages;
import swarmd.modes.ModeRequests;
import swarmd.modes.Modes;
import swarmd.notes.Notes;
import swarmd.retention.Pruner;
import swarmd.sessions.Callers;
import swarmd.sessions.ProjectCache;
import swarmd.sessions.Sessions;
import swarmd.settings.Settings;
import swarmd.skills.Skills;
import swarmd.status.StatusReader;
import swarmd.store.Store;
import swarmd.swarm.Completions;
import swarmd.swarm.Tasks;
import swarmd.time.Time;
import swarmd.userhooks.HookConfigs;
import swarmd.userhooks.HookPlanner;
import swarmd.userhooks.HookRunner;
import swarmd.worktrees.Landings;
import swarmd.worktrees.Worktrees;

/**
 * The parts of the daemon that commands use.
 *
 * @param newPageAddress makes an address of the page that lets one browser in
 */
public record Services(
    Store store,
    Tasks tasks,
    Completions completions,
    Worktrees worktrees,
    Landings landings,
    Accounts accounts,
    Modes modes,
    ModeRequests modeRequests,
    Notes notes,
    Skills skills,
    Messages messages,
    Sessions sessions,
    ProjectCache projects,
    HookTable hooks,
    HookConfigs hookConfigs,
    HookPlanner hookPlanner,
    HookRunner hookRunner,
    Checks checks,
    Callers callers,
    StatusReader status,
    EventFeed events,
    Pruner pruner,
    Settings settings,
    Time time,
    Installer installer,
    HostCatalogue hosts,
    Supplier<String> newPageAddress,
    TeamService team,
    String version) {}
