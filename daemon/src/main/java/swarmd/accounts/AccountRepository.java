package swarmd.accounts;

/** Changes stored accounts within a transaction. */
public interface AccountRepository extends AccountQueries {

  void save(AccountPause pause);

  /** The account works again. */
  void remove(String account);
}
