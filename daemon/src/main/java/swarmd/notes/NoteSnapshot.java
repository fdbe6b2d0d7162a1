package swarmd.notes;

import swarmd.swarm.Snapshot;

/** What can be asked about notes and tasks. */
public interface NoteSnapshot extends Snapshot {
  NoteQueries notes();
}
