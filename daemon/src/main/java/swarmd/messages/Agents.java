package swarmd.messages;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Knows which agents are at work in a project. */
public interface Agents {

  /** Those with a session. */
  CompletableFuture<List<KnownAgent>> in(String project);
}
