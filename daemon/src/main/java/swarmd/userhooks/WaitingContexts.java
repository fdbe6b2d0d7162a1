package swarmd.userhooks;

import java.util.Collection;
import java.util.List;

/** The stored texts that wait, within one transaction. */
public interface WaitingContexts {

  /** Returns its number; later ones have higher ones. */
  long add(WaitingContext context);

  /** All, in their order. */
  List<Entry> all();

  void remove(Collection<Long> ids);

  int forgetBefore(long at);

  /** One of them and its number. */
  record Entry(long id, WaitingContext context) {}
}
