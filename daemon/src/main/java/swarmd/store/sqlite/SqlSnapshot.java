package swarmd.store.sqlite;

import java.util.Map;
import swarmd.hooks.HookLogQueries;
import swarmd.modes.ModeQueries;
import swarmd.notes.NoteQueries;
import swarmd.sessions.BindingQueries;
import swarmd.sessions.FileEditQueries;
import swarmd.sessions.SessionQueries;
import swarmd.store.Snapshot;
import swarmd.swarm.TaskQueries;

/** Every set of queries, on one of the connections that read. */
final class SqlSnapshot implements Snapshot {
  private final Map<Class<?>, Object> queries;

  SqlSnapshot(Sql sql) {
    queries =
        Map.of(
            TaskQueries.class, new SqlTaskRepository(sql),
            SessionQueries.class, new SqlSessionRepository(sql),
            FileEditQueries.class, new SqlFileEditRepository(sql),
            HookLogQueries.class, new SqlHookLog(sql),
            NoteQueries.class, new SqlNoteRepository(sql),
            ModeQueries.class, new SqlModeRepository(sql),
            BindingQueries.class, new SqlBindingRepository(sql));
  }

  @Override
  public <Q> Q get(Class<Q> type) {
    return type.cast(queries.get(type));
  }
}
