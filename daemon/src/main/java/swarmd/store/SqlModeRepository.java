package swarmd.store;

import java.util.List;
import java.util.Optional;
import swarmd.modes.ActiveMode;
import swarmd.modes.Mode;
import swarmd.modes.ModeRepository;

final class SqlModeRepository implements ModeRepository {
  private final Sql sql;

  SqlModeRepository(Sql sql) {
    this.sql = sql;
  }

  @Override
  public void save(ActiveMode mode) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }

  @Override
  public boolean delete(String project, String session, Mode mode) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }

  @Override
  public Optional<ActiveMode> find(String project, String session, Mode mode) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }

  @Override
  public List<ActiveMode> list(Optional<String> project, Optional<String> session) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }
}
