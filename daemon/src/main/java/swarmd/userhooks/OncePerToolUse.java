package swarmd.userhooks;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;

/**
 * Runs the hooks of an event once per tool use, however often a host reports it. Later reports get
 * the first answer, so that a repeated request cannot get past a denial.
 */
public final class OncePerToolUse {
  private static final int REMEMBERED = 1_000;

  /** The limit for all answers together, since one may contain a whole file. */
  static final int REMEMBERED_CHARACTERS = 4 << 20;

  private final Map<Use, Answer> answers = new LinkedHashMap<>();
  private long characters;

  private record Use(Optional<String> session, String event, String id) {}

  private record Answer(CompletableFuture<HookReport> report, long characters) {}

  public CompletableFuture<HookReport> run(
      HookEvent event, Supplier<CompletableFuture<HookReport>> hooks) {
    Optional<String> id = event.text("tool_use_id");
    if (id.isEmpty()) {
      return hooks.get();
    }
    Use use = new Use(event.session(), event.name(), id.get());
    CompletableFuture<HookReport> report;
    synchronized (this) {
      Answer known = answers.get(use);
      if (known != null) {
        return known.report;
      }
      report = hooks.get();
      remember(use, new Answer(report, 0));
    }
    report.thenAccept(done -> updateSize(use, new Answer(report, characters(done.result()))));
    return report;
  }

  private synchronized void updateSize(Use use, Answer answer) {
    if (answers.containsKey(use)) {
      remember(use, answer);
    }
  }

  private void remember(Use use, Answer answer) {
    answers.put(use, answer);
    characters += answer.characters;
    Iterator<Answer> eldest = answers.values().iterator();
    while (answers.size() > REMEMBERED || characters > REMEMBERED_CHARACTERS) {
      characters -= eldest.next().characters;
      eldest.remove();
    }
  }

  private static long characters(HookResult result) {
    return characters(result.context())
        + characters(result.reason().orElse(""))
        + characters(result.systemMessage().orElse(""))
        + characters(result.updatedInput().orElse(Map.of()))
        + characters(result.hostOutput());
  }

  private static long characters(Object value) {
    long sum = 0;
    if (value instanceof String text) {
      sum = text.length();
    } else if (value instanceof Map<?, ?> map) {
      for (Object each : map.values()) {
        sum += characters(each);
      }
    } else if (value instanceof Iterable<?> list) {
      for (Object each : list) {
        sum += characters(each);
      }
    }
    return sum;
  }
}
