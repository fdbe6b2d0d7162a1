package swarmd.store;

import java.util.List;
import java.util.Optional;
import swarmd.sessions.Session;
import swarmd.sessions.SessionRepository;
import swarmd.sessions.Subagent;

final class SqlSessionRepository implements SessionRepository {
  private final Sql sql;

  SqlSessionRepository(Sql sql) {
    this.sql = sql;
  }

  @Override
  public Optional<Session> find(String project, String id) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }

  @Override
  public List<Session> live(Optional<String> project, long seenSince, int limit) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }

  @Override
  public Optional<Subagent> findSubagent(String project, String session, String id) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }

  @Override
  public List<Subagent> runningSubagents(String project, String session) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }

  @Override
  public void seen(String project, String id, String host, long now) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }

  @Override
  public void started(String project, String id, String host, long now) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }

  @Override
  public void ended(String project, String id, long now) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }

  @Override
  public void setIdleHolds(String project, String id, int count) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }

  @Override
  public void setReminders(String project, String id, int count) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }

  @Override
  public void setOpenTodos(String project, String id, int count) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }

  @Override
  public void subagentSeen(
      String project, String session, String id, Optional<String> type, long now) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }

  @Override
  public void subagentEnded(String project, String session, String id, long now) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }

  @Override
  public void setSubagentHolds(String project, String session, String id, int count) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }

  @Override
  public int forgetBefore(long lastSeen) {
    throw new UnsupportedOperationException("" + sql.hashCode());
  }
}
