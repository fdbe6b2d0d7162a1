package swarmd.store.sqlite;

import java.util.Map;
import swarmd.accounts.AccountRepository;
import swarmd.checks.CheckRepository;
import swarmd.hooks.DeliveryRepository;
import swarmd.hooks.HookLog;
import swarmd.messages.MessageRepository;
import swarmd.modes.ModeRepository;
import swarmd.notes.NoteRepository;
import swarmd.retention.OldDataRepository;
import swarmd.sessions.BindingRepository;
import swarmd.sessions.FileEditRepository;
import swarmd.sessions.SessionRepository;
import swarmd.sessions.SubagentRepository;
import swarmd.skills.SkillRepository;
import swarmd.store.Transaction;
import swarmd.swarm.TaskRepository;
import swarmd.team.CopyRepository;
import swarmd.team.MessageCopy;
import swarmd.team.ParcelRepository;
import swarmd.userhooks.WaitingContexts;
import swarmd.worktrees.WorktreeRepository;

/** Every repository, on the one connection that writes. */
final class SqlTransaction implements Transaction {
  private final SqliteConnection connection;
  private final SqlTaskRepository tasks;
  private final Map<Class<?>, Object> repositories;

  SqlTransaction(SqliteConnection connection, SqlTaskRepository tasks) {
    this.connection = connection;
    this.tasks = tasks;
    repositories =
        Map.ofEntries(
            Map.entry(TaskRepository.class, tasks),
            Map.entry(SessionRepository.class, new SqlSessionRepository(connection)),
            Map.entry(SubagentRepository.class, new SqlSubagentRepository(connection)),
            Map.entry(HookLog.class, new SqlHookLog(connection)),
            Map.entry(DeliveryRepository.class, new SqlDeliveryRepository(connection)),
            Map.entry(FileEditRepository.class, new SqlFileEditRepository(connection)),
            Map.entry(NoteRepository.class, new SqlNoteRepository(connection)),
            Map.entry(SkillRepository.class, new SqlSkillRepository(connection)),
            Map.entry(ModeRepository.class, new SqlModeRepository(connection)),
            Map.entry(WaitingContexts.class, new SqlWaitingContexts(connection)),
            Map.entry(BindingRepository.class, new SqlBindingRepository(connection)),
            Map.entry(MessageRepository.class, new SqlMessageRepository(connection)),
            Map.entry(CheckRepository.class, new SqlCheckRepository(connection)),
            Map.entry(WorktreeRepository.class, new SqlWorktreeRepository(connection)),
            Map.entry(AccountRepository.class, new SqlAccountRepository(connection)),
            Map.entry(
                OldDataRepository.class, new SqlOldDataRepository(connection, tasks::rowsChanged)));
  }

  /** Empties the cache of the connection. */
  void releaseMemory() {
    connection.releaseMemory();
  }

  /** Most daemons have no team, and load nothing of it. */
  private Object ofTeam(Class<?> repository) {
    if (repository == CopyRepository.class) {
      return new SqlCopyRepository(connection, tasks);
    }
    if (repository == MessageCopy.class) {
      return new SqlMessageCopy(connection);
    }
    return repository == ParcelRepository.class ? new SqlParcelRepository(connection, tasks) : null;
  }

  @Override
  public <R> R get(Class<R> repository) {
    Object found = repositories.get(repository);
    if (found == null) {
      found = ofTeam(repository);
    }
    if (found == null) {
      throw new IllegalArgumentException("a transaction has no " + repository.getSimpleName());
    }
    return repository.cast(found);
  }
}
