package swarmd.hooks;

import java.util.concurrent.CompletionStage;

/** Has something to say to events of its type. */
public interface HookHandler {

  /** What `swarm hooks list` shows and OMC_SKIP_HOOKS names. */
  String name();

  /** What it does, in one line. */
  String description();

  /** Must not block. */
  CompletionStage<HookResult> handle(HookEvent event);
}
