package swarmd.store.sqlite;

import java.util.Map;
import org.jdbi.v3.core.Handle;
import swarmd.hooks.HookLogQueries;
import swarmd.modes.ModeQueries;
import swarmd.notes.NoteQueries;
import swarmd.sessions.BindingQueries;
import swarmd.sessions.FileEditQueries;
import swarmd.sessions.SessionQueries;
import swarmd.sessions.SubagentQueries;
import swarmd.store.Snapshot;
import swarmd.swarm.TaskQueries;

/** Every set of queries, on one of the connections that read. */
final class SqlSnapshot implements Snapshot {
  private final Map<Class<?>, Object> queries;

  SqlSnapshot(Handle jdbi) {
    queries =
        Map.of(
            TaskQueries.class, new SqlTaskQueries(jdbi),
            SessionQueries.class, new SqlSessionQueries(jdbi),
            SubagentQueries.class, new SqlSubagentQueries(jdbi),
            FileEditQueries.class, new SqlFileEditQueries(jdbi),
            HookLogQueries.class, new SqlHookLogQueries(jdbi),
            NoteQueries.class, new SqlNoteQueries(jdbi),
            ModeQueries.class, new SqlModeQueries(jdbi),
            BindingQueries.class, new SqlBindingQueries(jdbi));
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
