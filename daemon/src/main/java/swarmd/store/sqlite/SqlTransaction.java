package swarmd.store.sqlite;

import java.util.Map;
import swarmd.hooks.DeliveryRepository;
import swarmd.hooks.HookLog;
import swarmd.modes.ModeRepository;
import swarmd.notes.NoteRepository;
import swarmd.sessions.BindingRepository;
import swarmd.sessions.FileEditRepository;
import swarmd.sessions.SessionRepository;
import swarmd.store.Transaction;
import swarmd.swarm.TaskRepository;
import swarmd.userhooks.WaitingContexts;

/** Every repository, on the one connection that writes. */
final class SqlTransaction implements Transaction {
  private final Map<Class<?>, Object> repositories;

  SqlTransaction(Sql sql, TaskRepository tasks) {
    repositories =
        Map.of(
            TaskRepository.class, tasks,
            SessionRepository.class, new SqlSessionRepository(sql),
            HookLog.class, new SqlHookLog(sql),
            DeliveryRepository.class, new SqlDeliveryRepository(sql),
            FileEditRepository.class, new SqlFileEditRepository(sql),
            NoteRepository.class, new SqlNoteRepository(sql),
            ModeRepository.class, new SqlModeRepository(sql),
            WaitingContexts.class, new SqlWaitingContexts(sql),
            BindingRepository.class, new SqlBindingRepository(sql));
  }

  @Override
  public <R> R get(Class<R> repository) {
    return repository.cast(repositories.get(repository));
  }
}
