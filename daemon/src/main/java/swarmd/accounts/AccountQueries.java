package swarmd.accounts;

import java.util.List;

/** Queries for accounts. */
public interface AccountQueries {

  /** Those that are paused, or were and have not worked since. */
  List<AccountPause> all();
}
