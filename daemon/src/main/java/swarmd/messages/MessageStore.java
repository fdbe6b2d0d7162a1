package swarmd.messages;

import java.util.concurrent.CompletableFuture;
import swarmd.common.Outcome;

/** Stores new messages, on this workstation or in a team's database. */
public interface MessageStore {

  /** Does not block. */
  CompletableFuture<Outcome<Sent>> add(NewMessage message);
}
