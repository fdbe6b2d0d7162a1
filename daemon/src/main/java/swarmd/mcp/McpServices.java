package swarmd.mcp;

import java.time.Duration;
import swarmd.catalogue.HostCatalogue;
import swarmd.messages.Messages;
import swarmd.modes.ModeRequests;
import swarmd.notes.Notes;
import swarmd.sessions.CallIdentities;
import swarmd.sessions.Callers;
import swarmd.sessions.ProjectCache;
import swarmd.sessions.Sessions;
import swarmd.status.StatusReader;
import swarmd.swarm.Completions;
import swarmd.swarm.Tasks;
import swarmd.time.Time;

/** The parts of the daemon that tools use. */
public record McpServices(
    Tasks tasks,
    Completions completions,
    Notes notes,
    Messages messages,
    ModeRequests modes,
    StatusReader status,
    Sessions sessions,
    ProjectCache projects,
    Callers callers,
    CallIdentities identities,
    HostCatalogue hosts,
    Duration defaultLease,
    Time time,
    String version) {}
