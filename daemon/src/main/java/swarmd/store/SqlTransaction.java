package swarmd.store;

import swarmd.hooks.HookLog;
import swarmd.hooks.ToldRepository;
import swarmd.modes.ModeRepository;
import swarmd.notes.NoteRepository;
import swarmd.sessions.FileEditRepository;
import swarmd.sessions.SessionRepository;
import swarmd.swarm.TaskRepository;
import swarmd.userhooks.UserHookTransaction;
import swarmd.userhooks.WaitingContexts;

/** All repositories on the one connection that writes. */
record SqlTransaction(
    TaskRepository tasks,
    SessionRepository sessions,
    HookLog hooks,
    ToldRepository told,
    FileEditRepository fileEdits,
    NoteRepository notes,
    ModeRepository modes,
    WaitingContexts waitingContexts)
    implements UserHookTransaction {

  SqlTransaction(Sql sql, TaskRepository tasks) {
    this(
        tasks,
        new SqlSessionRepository(sql),
        new SqlHookLog(sql),
        new SqlToldRepository(sql),
        new SqlFileEditRepository(sql),
        new SqlNoteRepository(sql),
        new SqlModeRepository(sql),
        new SqlWaitingContexts(sql));
  }
}
