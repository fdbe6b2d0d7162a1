package swarmd.store.sqlite;

import java.util.Map;
import swarmd.hooks.DeliveryRepository;
import swarmd.hooks.HookLog;
import swarmd.modes.ModeRepository;
import swarmd.notes.NoteRepository;
import swarmd.sessions.BindingRepository;
import swarmd.sessions.FileEditRepository;
import swarmd.sessions.SessionRepository;
import swarmd.sessions.SubagentRepository;
import swarmd.store.Transaction;
import swarmd.swarm.TaskRepository;
import swarmd.userhooks.WaitingContexts;

/** Every repository, on the one connection that writes. */
final class SqlTransaction implements Transaction {
  private final Map<Class<?>, Object> repositories;

  SqlTransaction(SqliteConnection connection, TaskRepository tasks) {
    repositories =
        Map.of(
            TaskRepository.class, tasks,
            SessionRepository.class, new SqlSessionRepository(connection),
            SubagentRepository.class, new SqlSubagentRepository(connection),
            HookLog.class, new SqlHookLog(connection),
            DeliveryRepository.class, new SqlDeliveryRepository(connection),
            FileEditRepository.class, new SqlFileEditRepository(connection),
            NoteRepository.class, new SqlNoteRepository(connection),
            ModeRepository.class, new SqlModeRepository(connection),
            WaitingContexts.class, new SqlWaitingContexts(connection),
            BindingRepository.class, new SqlBindingRepository(connection));
  }

  @Override
  public <R> R get(Class<R> repository) {
    Object found = repositories.get(repository);
    if (found == null) {
      throw new IllegalArgumentException("a transaction has no " + repository.getSimpleName());
    }
    return repository.cast(found);
  }
}
