package swarmd.userhooks;

import java.util.Collection;
import java.util.List;

/** The stored waiting texts, within one transaction. */
public interface WaitingContexts {

  /** Returns the id of the text; ids increase. */
  long add(WaitingContext context);

  /** All texts, in the order in which they were added. */
  List<Entry> all();

  void remove(Collection<Long> ids);

  int forgetBefore(long at);

  /** A text with its id. */
  record Entry(long id, WaitingContext context) {}
}
