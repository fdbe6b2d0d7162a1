package swarmd.builtin.sessions;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import swarmd.text.Cut;

/** The background tasks of one session, as its host last listed them. */
final class BackgroundTasks {
  private static final int MAX_TASKS = 50;
  private static final int MAX_ID = 256;
  private static final int MAX_LABEL = 200;
  private static final Set<String> RUNNING =
      Set.of("running", "pending", "queued", "in_progress", "backgrounded");

  private Map<String, String> running = Map.of();
  private Map<String, String> finished = Map.of();

  /** Returns the labels of tasks that were running before and no longer are. */
  synchronized List<String> update(List<?> tasks) {
    Map<String, String> now = new LinkedHashMap<>();
    tasks.stream()
        .limit(MAX_TASKS)
        .flatMap(task -> task instanceof Map<?, ?> fields ? Stream.of(fields) : Stream.empty())
        .filter(BackgroundTasks::isRunning)
        .forEach(
            fields -> {
              if (fields.get("id") instanceof String id && id.length() <= MAX_ID) {
                now.put(id, label(fields, id));
              }
            });
    Map<String, String> gone = new LinkedHashMap<>(running);
    gone.keySet().removeAll(now.keySet());
    running = now;
    finished = gone;
    return List.copyOf(gone.values());
  }

  /**
   * The host has reported this task to the model itself.
   *
   * @return its label, if the last update has returned it
   */
  synchronized Optional<String> markReported(String id) {
    Map<String, String> rest = new LinkedHashMap<>(running);
    rest.remove(id);
    running = rest;
    return Optional.ofNullable(finished.get(id));
  }

  /** Returns the labels of all running tasks and forgets them. */
  synchronized List<String> takeAll() {
    List<String> labels = List.copyOf(running.values());
    running = Map.of();
    return labels;
  }

  private static boolean isRunning(Map<?, ?> task) {
    return !(task.get("status") instanceof String status)
        || RUNNING.contains(status.toLowerCase(Locale.ROOT));
  }

  private static String label(Map<?, ?> task, String id) {
    return Stream.of("description", "command", "type")
        .map(task::get)
        .flatMap(value -> value instanceof String text ? Stream.of(text) : Stream.empty())
        .filter(text -> !text.isBlank())
        .findFirst()
        .map(text -> Cut.toLine(MAX_LABEL, text))
        .orElse(Cut.toLine(MAX_LABEL, id));
  }
}
