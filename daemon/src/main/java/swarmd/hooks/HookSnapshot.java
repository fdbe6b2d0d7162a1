package swarmd.hooks;

import swarmd.notes.NoteSnapshot;
import swarmd.sessions.FileEditQueries;
import swarmd.sessions.SessionQueries;

/** What can be asked about sessions and their events. */
public interface HookSnapshot extends NoteSnapshot {
  SessionQueries sessions();

  FileEditQueries fileEdits();

  HookLogQueries hooks();
}
