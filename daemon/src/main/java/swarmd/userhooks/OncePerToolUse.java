package swarmd.userhooks;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import swarmd.hooks.HookEvent;
import swarmd.hooks.Latest;

/**
 * A use of a tool meets the hooks of an event once, however often the event is told (seed 002,
 * 12e.5). Who tells it again gets the first answer: a repeated question must not get past a denial.
 */
public final class OncePerToolUse {
  private static final int REMEMBERED = 1_000;

  private final Map<Use, CompletableFuture<HookReport>> answers = new Latest<>(REMEMBERED);

  private record Use(Optional<String> session, String event, String id) {}

  public CompletableFuture<HookReport> run(
      HookEvent event, Supplier<CompletableFuture<HookReport>> hooks) {
    Optional<String> id = event.text("tool_use_id");
    if (id.isEmpty()) {
      return hooks.get();
    }
    synchronized (this) {
      return answers.computeIfAbsent(
          new Use(event.session(), event.name(), id.get()), use -> hooks.get());
    }
  }
}
