package swarmd.store.sqlite;

import java.util.Map;
import swarmd.accounts.AccountQueries;
import swarmd.checks.CheckQueries;
import swarmd.hooks.HookLogQueries;
import swarmd.messages.MessageQueries;
import swarmd.modes.ModeQueries;
import swarmd.notes.NoteQueries;
import swarmd.retention.OldDataQueries;
import swarmd.sessions.BindingQueries;
import swarmd.sessions.FileEditQueries;
import swarmd.sessions.SessionQueries;
import swarmd.sessions.SubagentQueries;
import swarmd.skills.SkillQueries;
import swarmd.store.Snapshot;
import swarmd.swarm.TaskQueries;
import swarmd.worktrees.WorktreeQueries;

/** Every set of queries, on one of the connections that read. */
final class SqlSnapshot implements Snapshot {
  private final Map<Class<?>, Object> queries;

  SqlSnapshot(SqliteConnection connection) {
    queries =
        Map.ofEntries(
            Map.entry(TaskQueries.class, new SqlTaskQueries(connection)),
            Map.entry(SessionQueries.class, new SqlSessionQueries(connection)),
            Map.entry(SubagentQueries.class, new SqlSubagentQueries(connection)),
            Map.entry(FileEditQueries.class, new SqlFileEditQueries(connection)),
            Map.entry(HookLogQueries.class, new SqlHookLogQueries(connection)),
            Map.entry(NoteQueries.class, new SqlNoteQueries(connection)),
            Map.entry(SkillQueries.class, new SqlSkillQueries(connection)),
            Map.entry(ModeQueries.class, new SqlModeQueries(connection)),
            Map.entry(BindingQueries.class, new SqlBindingQueries(connection)),
            Map.entry(MessageQueries.class, new SqlMessageQueries(connection)),
            Map.entry(CheckQueries.class, new SqlCheckQueries(connection)),
            Map.entry(WorktreeQueries.class, new SqlWorktreeQueries(connection)),
            Map.entry(AccountQueries.class, new SqlAccountQueries(connection)),
            Map.entry(OldDataQueries.class, new SqlOldDataQueries(connection)));
  }

  @Override
  public <Q> Q get(Class<Q> type) {
    Object found = queries.get(type);
    if (found == null) {
      throw new IllegalArgumentException("a snapshot has no " + type.getSimpleName());
    }
    return type.cast(found);
  }
}
