package swarmd.hooks;

import swarmd.sessions.FileEditRepository;
import swarmd.sessions.SessionRepository;
import swarmd.swarm.Transaction;

/** What an event may change. */
public interface HookTransaction extends Transaction {
  SessionRepository sessions();

  HookLog hooks();

  ToldRepository told();

  FileEditRepository fileEdits();
}
