package swarmd.store.sqlite;

import swarmd.accounts.AccountPause;
import swarmd.accounts.AccountRepository;

/** Accounts, on the connection that writes. */
final class SqlAccountRepository extends SqlAccountQueries implements AccountRepository {
  SqlAccountRepository(SqliteConnection connection) {
    super(connection);
  }

  @Override
  public void save(AccountPause pause) {
    jdbi()
        .createUpdate(
            """
            INSERT OR REPLACE INTO account_pause (account, cause, since, until, named, waits, text)
            VALUES (:account, :cause, :since, :until, :named, :waits, :text)
            """)
        .bind("account", pause.account())
        .bind("cause", pause.cause().label())
        .bind("since", pause.since())
        .bind("until", pause.until())
        .bind("named", pause.named())
        .bind("waits", pause.waits())
        .bind("text", pause.text())
        .execute();
  }

  @Override
  public void remove(String account) {
    jdbi()
        .createUpdate("DELETE FROM account_pause WHERE account = :account")
        .bind("account", account)
        .execute();
  }
}
