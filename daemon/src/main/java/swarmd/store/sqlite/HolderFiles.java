package swarmd.store.sqlite;

import java.util.List;
import java.util.Optional;
import swarmd.swarm.Work;

/** The files that the holders of tasks have edited, by the fence of their leases. */
final class HolderFiles {
  private HolderFiles() {}

  private record File(String name, Optional<String> branch) {}

  /** A subagent that holds nothing works for its main agent. */
  static void add(
      Sql sql,
      String project,
      String session,
      String agent,
      String file,
      Optional<String> branch,
      long at) {
    int added =
        sql.of(
                """
                INSERT INTO holder_file (fence, file, branch, at)
                SELECT t.fence, :file, :branch, :at FROM task t JOIN swarm s ON s.id = t.swarm_id
                WHERE t.status = 'claimed' AND t.session = :session AND s.project = :project
                  AND (t.agent = :agent OR NOT EXISTS (SELECT 1 FROM subagent a
                    WHERE a.project = s.project AND a.session = t.session AND a.id = t.agent))
                ON CONFLICT (fence, file) DO UPDATE SET branch = excluded.branch, at = excluded.at
                """)
            .bind("project", project)
            .bind("session", session)
            .bind("agent", agent)
            .bind("file", file)
            .bind("branch", branch)
            .bind("at", at)
            .update();
    if (added > 0) {
      forgetOthers(sql);
    }
  }

  /** Those of leases that are over, and whose events have them. */
  private static void forgetOthers(Sql sql) {
    sql.of(
            """
            DELETE FROM holder_file
            WHERE fence NOT IN (SELECT fence FROM task WHERE status = 'claimed')
            """)
        .update();
  }

  static Optional<Work> of(Sql sql, long fence) {
    List<File> files =
        sql.of(
                """
                SELECT file, branch FROM holder_file WHERE fence = :fence
                ORDER BY at DESC, file LIMIT %d
                """
                    .formatted(Work.MAX_FILES))
            .bind("fence", fence)
            .list(row -> new File(row.getString(1), Optional.ofNullable(row.getString(2))));
    return files.isEmpty()
        ? Optional.empty()
        : Optional.of(new Work(files.stream().map(File::name).toList(), files.get(0).branch()));
  }
}
