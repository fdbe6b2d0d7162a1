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
 * @param tags what kind of work it is, each once
 * @param maxAttempts how many claims may expire before the task fails
 */
public record TaskSpec(
    String title,
    Optional<String> description,
    int priority,
    int wave,
    List<String> files,
    List<String> tags,
    int maxAttempts) {

  public static final TextLength TITLE = TextLength.notBlank(1_000, "title");
  public static final TextLength DESCRIPTION = TextLength.upTo(1_000_000, "description");
  public static final NumberRange PRIORITY = new NumberRange("priority", -1_000_000, 1_000_000);
  public static final NumberRange WAVE = new NumberRange("wave", 0, 1_000_000);
  public static final ListSize FILES = ListSize.upTo(1_000, "files");
  public static final TextLength GLOB = TextLength.upTo(1_000, "files");
  public static final ListSize TAGS = ListSize.upTo(100, "tags");
  public static final TextLength TAG = TextLength.notBlank(100, "tags").onOneLine();
  public static final NumberRange MAX_ATTEMPTS = new NumberRange("max_attempts", 1, 1_000);
  public static final int DEFAULT_MAX_ATTEMPTS = 3;

  public TaskSpec {
    tags = distinctTags(tags);
  }

  /** A title and defaults for everything else. */
  public static TaskSpec titled(String title) {
    return new TaskSpec(title, Optional.empty(), 0, 0, List.of(), List.of(), DEFAULT_MAX_ATTEMPTS);
  }

  public TaskSpec withTitle(String other) {
    return new TaskSpec(other, description, priority, wave, files, tags, maxAttempts);
  }

  public TaskSpec withDescription(Optional<String> other) {
    return new TaskSpec(title, other, priority, wave, files, tags, maxAttempts);
  }

  public TaskSpec withPriority(int other) {
    return new TaskSpec(title, description, other, wave, files, tags, maxAttempts);
  }

  public TaskSpec withWave(int other) {
    return new TaskSpec(title, description, priority, other, files, tags, maxAttempts);
  }

  public TaskSpec withFiles(List<String> other) {
    return new TaskSpec(title, description, priority, wave, other, tags, maxAttempts);
  }

  public TaskSpec withTags(List<String> other) {
    return new TaskSpec(title, description, priority, wave, files, other, maxAttempts);
  }

  public TaskSpec withMaxAttempts(int other) {
    return new TaskSpec(title, description, priority, wave, files, tags, other);
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
    checkFiles(files);
    checkTags(tags);
    MAX_ATTEMPTS.check(maxAttempts);
  }

  static void checkFiles(List<String> globs) {
    FILES.check(globs).forEach(TaskSpec::checkGlob);
  }

  /** A tag has no comma, because the command line separates tags with commas. */
  static void checkTags(List<String> tags) {
    for (String tag : TAGS.check(tags)) {
      if (TAG.check(tag).indexOf(',') >= 0) {
        throw new InvalidValue(TAG.field(), "must not contain commas, as in '" + tag + "'");
      }
    }
  }

  static List<String> distinctTags(List<String> tags) {
    return tags.stream().distinct().toList();
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
        + files.stream().mapToLong(String::length).sum()
        + tags.stream().mapToLong(String::length).sum();
  }
}
