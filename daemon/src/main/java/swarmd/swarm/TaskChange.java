package swarmd.swarm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import swarmd.text.Cut;
import swarmd.text.HumanDuration;
import swarmd.text.QuotedText;

/**
 * New values for what the creator of a task wrote; whatever is absent stays as it is.
 *
 * @param description a blank one removes the description
 * @param dependsOn all tasks that it is to wait for, instead of the present ones
 * @param notBefore nobody gets the task before this time; 0 for any time
 */
public record TaskChange(
    Optional<String> title,
    Optional<String> description,
    Optional<Integer> priority,
    Optional<Integer> wave,
    Optional<List<Long>> dependsOn,
    Optional<List<String>> files,
    Optional<List<String>> tags,
    Optional<List<String>> checks,
    Optional<Long> notBefore,
    Optional<Duration> retryWait) {
  private static final int MAX_SHOWN = 200;

  /**
   * Checks the limits.
   *
   * @throws swarmd.common.InvalidValue if a value is beyond its limit
   */
  public TaskChange {
    TaskSpec.TITLE.check(title);
    TaskSpec.DESCRIPTION.check(description);
    priority.ifPresent(TaskSpec.PRIORITY::check);
    wave.ifPresent(TaskSpec.WAVE::check);
    dependsOn = dependsOn.map(ids -> NewTask.DEPENDENCIES.check(ids).stream().distinct().toList());
    files.ifPresent(TaskSpec::checkFiles);
    tags = tags.map(TaskSpec::distinct);
    tags.ifPresent(TaskSpec::checkTags);
    checks = checks.map(TaskSpec::distinct);
    checks.ifPresent(TaskSpec::checkChecks);
    notBefore.ifPresent(TaskSpec.NOT_BEFORE::check);
    retryWait.ifPresent(TaskSpec.RETRY_WAIT::check);
  }

  /** Changes nothing but when the task can be claimed. */
  public static TaskChange notBefore(long time) {
    return new TaskChange(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(time),
        Optional.empty());
  }

  TaskChange withDependencies(List<Long> ids) {
    return new TaskChange(
        title,
        description,
        priority,
        wave,
        Optional.of(ids),
        files,
        tags,
        checks,
        notBefore,
        retryWait);
  }

  /** Without what cannot change in this status. */
  TaskChange allowedIn(TaskStatus status) {
    boolean started = status == TaskStatus.CLAIMED || status.settled();
    return new TaskChange(
        title,
        description,
        priority.filter(value -> !status.settled()),
        wave.filter(value -> !started),
        dependsOn.filter(value -> !started),
        files.filter(value -> !status.settled()),
        tags,
        checks.filter(value -> !status.settled()),
        notBefore.filter(value -> !status.settled()),
        retryWait.filter(value -> !status.settled()));
  }

  boolean isEmpty() {
    return !needsUnfinished() && title.isEmpty() && description.isEmpty() && tags.isEmpty();
  }

  /** Whether it changes what only matters until the task is done. */
  boolean needsUnfinished() {
    return needsUnclaimed()
        || priority.isPresent()
        || files.isPresent()
        || checks.isPresent()
        || notBefore.isPresent()
        || retryWait.isPresent();
  }

  /** Whether it changes when the task may start. */
  boolean needsUnclaimed() {
    return wave.isPresent() || dependsOn.isPresent();
  }

  /** Without the values that the task has already. */
  TaskChange against(Task task) {
    return new TaskChange(
        title.filter(value -> !value.equals(task.title())),
        description.filter(value -> !value.strip().equals(task.description().orElse("").strip())),
        priority.filter(value -> value != task.priority()),
        wave.filter(value -> value != task.wave()),
        dependsOn.filter(value -> !value.equals(task.dependsOn())),
        files.filter(value -> !value.equals(task.files())),
        tags.filter(value -> !value.equals(task.tags())),
        checks.filter(value -> !value.equals(task.checks())),
        notBefore.filter(value -> value != task.notBefore()),
        retryWait.filter(value -> !value.equals(task.spec().retryWait())));
  }

  TaskSpec applyTo(TaskSpec spec) {
    TaskSpec changed = spec;
    changed = apply(title, TaskSpec::withTitle, changed);
    changed = apply(description, TaskChange::describe, changed);
    changed = apply(priority, TaskSpec::withPriority, changed);
    changed = apply(wave, TaskSpec::withWave, changed);
    changed = apply(files, TaskSpec::withFiles, changed);
    changed = apply(tags, TaskSpec::withTags, changed);
    changed = apply(checks, TaskSpec::withChecks, changed);
    changed = apply(notBefore, TaskSpec::withNotBefore, changed);
    return apply(retryWait, TaskSpec::withRetryWait, changed);
  }

  private static TaskSpec describe(TaskSpec spec, String text) {
    return spec.withDescription(Optional.of(text).filter(value -> !value.isBlank()));
  }

  private static <T> TaskSpec apply(
      Optional<T> value, BiFunction<TaskSpec, T, TaskSpec> with, TaskSpec spec) {
    return value.map(present -> with.apply(spec, present)).orElse(spec);
  }

  /** What it changes of the task, for the history: {@code priority 0 -> 5; files - -> src/**}. */
  String describe(Task before) {
    List<String> parts = new ArrayList<>();
    title.ifPresent(
        value ->
            parts.add(
                "title %s -> %s"
                    .formatted(
                        QuotedText.line(MAX_SHOWN, before.title()),
                        QuotedText.line(MAX_SHOWN, value))));
    description.ifPresent(value -> parts.add(value.isBlank() ? "no description" : "description"));
    priority.ifPresent(value -> parts.add("priority " + before.priority() + " -> " + value));
    wave.ifPresent(value -> parts.add("wave " + before.wave() + " -> " + value));
    dependsOn.ifPresent(value -> parts.add("depends on " + change(before.dependsOn(), value)));
    files.ifPresent(value -> parts.add("files " + change(before.files(), value)));
    tags.ifPresent(value -> parts.add("tags " + change(before.tags(), value)));
    checks.ifPresent(value -> parts.add("checks " + change(before.checks(), value)));
    notBefore.ifPresent(
        value -> parts.add(value == 0 ? "at any time" : "not before " + TaskText.time(value)));
    retryWait.ifPresent(
        value ->
            parts.add(
                value.isZero()
                    ? "no retry by itself"
                    : "retry after " + HumanDuration.of(value.toMillis())));
    return String.join("; ", parts);
  }

  static String change(List<?> before, List<?> after) {
    return list(before) + " -> " + list(after);
  }

  private static String list(List<?> values) {
    return values.isEmpty()
        ? "-"
        : Cut.toLine(
            MAX_SHOWN, values.stream().map(Object::toString).collect(Collectors.joining(", ")));
  }
}
