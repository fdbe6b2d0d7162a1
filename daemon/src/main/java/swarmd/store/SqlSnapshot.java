package swarmd.store;

import swarmd.hooks.HookLogQueries;
import swarmd.modes.ModeQueries;
import swarmd.modes.ModeSnapshot;
import swarmd.notes.NoteQueries;
import swarmd.sessions.FileEditQueries;
import swarmd.sessions.SessionQueries;
import swarmd.swarm.TaskQueries;

/** All repositories on one of the connections that read. */
record SqlSnapshot(
    TaskQueries tasks,
    SessionQueries sessions,
    FileEditQueries fileEdits,
    HookLogQueries hooks,
    NoteQueries notes,
    ModeQueries modes)
    implements ModeSnapshot {

  SqlSnapshot(Sql sql) {
    this(
        new SqlTaskRepository(sql),
        new SqlSessionRepository(sql),
        new SqlFileEditRepository(sql),
        new SqlHookLog(sql),
        new SqlNoteRepository(sql),
        new SqlModeRepository(sql));
  }
}
