package swarmd.notes;

import swarmd.swarm.Transaction;

/** What a note may change. */
public interface NoteTransaction extends Transaction {
  NoteRepository notes();
}
