package swarmd.hooks;

import swarmd.sessions.FileEditQueries;
import swarmd.sessions.SessionQueries;
import swarmd.swarm.Snapshot;

/** What can be asked about sessions and their events. */
public interface HookSnapshot extends Snapshot {
  SessionQueries sessions();

  FileEditQueries fileEdits();

  HookLogQueries hooks();
}
