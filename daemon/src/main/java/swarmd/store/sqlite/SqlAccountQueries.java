package swarmd.store.sqlite;

import java.util.List;
import org.jdbi.v3.core.Handle;
import swarmd.accounts.AccountFailure;
import swarmd.accounts.AccountPause;
import swarmd.accounts.AccountQueries;

class SqlAccountQueries implements AccountQueries {
  private final SqliteConnection connection;

  SqlAccountQueries(SqliteConnection connection) {
    this.connection = connection;
  }

  Handle jdbi() {
    return connection.jdbi();
  }

  @Override
  public List<AccountPause> all() {
    return connection
        .sql()
        .of("SELECT * FROM account_pause ORDER BY account")
        .list(
            row ->
                new AccountPause(
                    row.getString("account"),
                    AccountFailure.Cause.of(row.getString("cause")),
                    row.getLong("since"),
                    row.getLong("until"),
                    row.getBoolean("named"),
                    row.getInt("waits"),
                    row.getString("text")));
  }
}
