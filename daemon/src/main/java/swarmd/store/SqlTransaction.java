package swarmd.store;

import swarmd.hooks.HookLog;
import swarmd.modes.ModeRepository;
import swarmd.modes.ModeTransaction;
import swarmd.sessions.SessionRepository;
import swarmd.swarm.TaskRepository;

/** All repositories on the one connection that writes. */
record SqlTransaction(
    TaskRepository tasks, SessionRepository sessions, HookLog hooks, ModeRepository modes)
    implements ModeTransaction {

  SqlTransaction(Sql sql, TaskRepository tasks) {
    this(tasks, new SqlSessionRepository(sql), new SqlHookLog(sql), new SqlModeRepository(sql));
  }
}
