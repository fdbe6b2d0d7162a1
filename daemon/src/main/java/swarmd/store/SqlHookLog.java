package swarmd.store;

import java.util.List;
import java.util.Optional;
import swarmd.hooks.HookLog;
import swarmd.hooks.HookRecord;

final class SqlHookLog implements HookLog {
  private final Sql sql;

  SqlHookLog(Sql sql) {
    this.sql = sql;
  }

  @Override
  public void append(HookRecord record, int keep) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }

  @Override
  public List<Entry> latest(Optional<String> project, Optional<String> session, int limit) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }

  @Override
  public List<Entry> after(long id, Optional<String> project, Optional<String> session, int limit) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }

  @Override
  public List<Summary> summaries(Optional<String> project) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }
}
