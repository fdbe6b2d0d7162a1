package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.Query;
import swarmd.retention.OldData;
import swarmd.retention.OldDataQueries;

/** Old data, on one of the connections that read. */
final class SqlOldDataQueries implements OldDataQueries {
  /** Takes some milliseconds. */
  private static final int ROWS_PER_PAGE = 2_000;

  private final SqliteConnection connection;

  SqlOldDataQueries(SqliteConnection connection) {
    this.connection = connection;
  }

  private record Row(RowKey key, boolean old, boolean ended) {}

  @Override
  public long count(OldData data) {
    return query(OldRows.of(data.kind()).countSql(data), data).mapTo(Long.class).one();
  }

  @Override
  public Page page(OldData data, Optional<RowKey> after) {
    OldRows rows = OldRows.of(data.kind());
    Query query = query(rows.pageSql(data, after.isPresent()), data).bind("limit", ROWS_PER_PAGE);
    after.ifPresent(key -> bind(query, key));
    List<Row> page = query.map((row, context) -> read(row, rows.keyLength())).list();
    boolean more = page.size() == ROWS_PER_PAGE && page.stream().noneMatch(Row::ended);
    return new Page(
        page.stream().takeWhile(row -> !row.ended).filter(Row::old).map(Row::key).toList(),
        more ? Optional.of(page.get(page.size() - 1).key) : Optional.empty());
  }

  private Query query(String text, OldData data) {
    Query query = connection.jdbi().createQuery(text).bind("before", data.before());
    data.project().ifPresent(project -> query.bind("project", project));
    return query;
  }

  private static void bind(Query query, RowKey key) {
    for (int i = 0; i < key.values().size(); i++) {
      query.bind(OldRows.parameter(i), key.values().get(i));
    }
  }

  private static Row read(ResultSet row, int keyLength) throws SQLException {
    List<Object> key = new ArrayList<>();
    for (int i = 1; i <= keyLength; i++) {
      key.add(row.getObject(i));
    }
    return new Row(new RowKey(key), row.getBoolean("old"), row.getBoolean("ended"));
  }
}
