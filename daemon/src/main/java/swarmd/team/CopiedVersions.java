package swarmd.team;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The versions of tasks that this daemon's own steps have brought into the copy, so that the feed
 * need not send them again.
 */
final class CopiedVersions {
  /** What the feed does not confirm for so long is sent again. */
  private static final int MAX = 2_000;

  private final Map<Long, Long> versions = new HashMap<>();

  /** Grows whenever the copy starts over: what was stored before is no longer in it. */
  private long generation;

  /** Remembers these tasks once they are stored, unless the copy has started over meanwhile. */
  synchronized void add(JsonNode tasks, CompletableFuture<Boolean> stored) {
    long current = generation;
    stored.thenAccept(
        done -> {
          if (done) {
            add(tasks, current);
          }
        });
  }

  private synchronized void add(JsonNode tasks, long storedIn) {
    if (storedIn != generation) {
      return;
    }
    if (versions.size() + tasks.size() > MAX) {
      versions.clear();
    }
    tasks.forEach(
        task -> versions.merge(task.get("id").asLong(), task.get("version").asLong(), Math::max));
  }

  /** Returns what is remembered, and forgets it. */
  synchronized ObjectNode take() {
    ObjectNode taken = JsonNodeFactory.instance.objectNode();
    versions.forEach((id, version) -> taken.put(String.valueOf(id), version));
    versions.clear();
    return taken;
  }

  /** To be called before and after the copy starts over. */
  synchronized void forget() {
    generation++;
    versions.clear();
  }
}
