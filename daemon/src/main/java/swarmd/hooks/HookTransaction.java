package swarmd.hooks;

import swarmd.notes.NoteTransaction;
import swarmd.sessions.FileEditRepository;
import swarmd.sessions.SessionRepository;

/** What an event may change. */
public interface HookTransaction extends NoteTransaction {
  SessionRepository sessions();

  HookLog hooks();

  ToldRepository told();

  FileEditRepository fileEdits();
}
