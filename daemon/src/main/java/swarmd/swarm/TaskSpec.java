package swarmd.swarm;

import java.util.List;
import java.util.Optional;
import swarmd.common.InvalidValue;
import swarmd.common.ListSize;
import swarmd.common.NumberRange;
import swarmd.common.TextLength;

/**
 * The part of a task that its creator writes.
 *
 * <p>The limits apply to new tasks, see {@link NewTask}; a task that was stored under other limits
 * can still be read.
 *
 * @param priority lower goes first
 * @param wave claimable only when every lower wave of the swarm is settled
 * @param files globs of the files it owns, relative to the project
 * @param maxAttempts how many claims may expire before the task fails
 */
public record TaskSpec(
    String title,
    Optional<String> description,
    int priority,
    int wave,
    List<String> files,
    int maxAttempts) {

  public static final TextLength TITLE = TextLength.notBlank(1_000, "title");
  public static final TextLength DESCRIPTION = TextLength.upTo(1_000_000, "description");
  public static final NumberRange PRIORITY = new NumberRange("priority", -1_000_000, 1_000_000);
  public static final NumberRange WAVE = new NumberRange("wave", 0, 1_000_000);
  public static final ListSize FILES = ListSize.upTo(1_000, "files");
  public static final TextLength GLOB = TextLength.upTo(1_000, "files");
  public static final NumberRange MAX_ATTEMPTS = new NumberRange("max_attempts", 1, 1_000);
  public static final int DEFAULT_MAX_ATTEMPTS = 3;

  /** A title and defaults for everything else. */
  public static TaskSpec titled(String title) {
    return new TaskSpec(title, Optional.empty(), 0, 0, List.of(), DEFAULT_MAX_ATTEMPTS);
  }

  public TaskSpec withDescription(Optional<String> other) {
    return new TaskSpec(title, other, priority, wave, files, maxAttempts);
  }

  public TaskSpec withPriority(int other) {
    return new TaskSpec(title, description, other, wave, files, maxAttempts);
  }

  public TaskSpec withWave(int other) {
    return new TaskSpec(title, description, priority, other, files, maxAttempts);
  }

  public TaskSpec withFiles(List<String> other) {
    return new TaskSpec(title, description, priority, wave, other, maxAttempts);
  }

  public TaskSpec withMaxAttempts(int other) {
    return new TaskSpec(title, description, priority, wave, files, other);
  }

  /**
   * Checks the limits.
   *
   * @throws InvalidValue if a value is beyond its limit
   */
  void check() {
    TITLE.check(title);
    DESCRIPTION.check(description);
    PRIORITY.check(priority);
    WAVE.check(wave);
    FILES.check(files).forEach(TaskSpec::checkGlob);
    MAX_ATTEMPTS.check(maxAttempts);
  }

  private static void checkGlob(String glob) {
    if (!FileGlobs.valid(GLOB.check(glob))) {
      throw new InvalidValue(GLOB.field(), "has an invalid glob: '" + glob + "'");
    }
  }

  /** The number of characters that its creator wrote. */
  long textLength() {
    return title.length()
        + description.map(String::length).orElse(0)
        + files.stream().mapToLong(String::length).sum();
  }
}
