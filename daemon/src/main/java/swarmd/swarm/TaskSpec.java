package swarmd.swarm;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import swarmd.common.DurationRange;
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
 * @param checks names of the checks that must pass before it is done, each once
 * @param maxAttempts how many claims may expire before the task fails
 * @param key names the task within its swarm; adding it again changes nothing
 * @param notBefore nobody gets the task before this time, in epoch milliseconds; 0 for any time
 * @param retryWait how long the task waits after its first failed attempt, and twice as long after
 *     each further one; zero if it does not try again by itself
 */
public record TaskSpec(
    String title,
    Optional<String> description,
    int priority,
    int wave,
    List<String> files,
    List<String> tags,
    List<String> checks,
    int maxAttempts,
    Optional<String> key,
    long notBefore,
    Duration retryWait) {

  public static final TextLength TITLE = TextLength.notBlank(1_000, "title");
  public static final TextLength DESCRIPTION = TextLength.upTo(1_000_000, "description");
  public static final NumberRange PRIORITY = new NumberRange("priority", -1_000_000, 1_000_000);
  public static final NumberRange WAVE = new NumberRange("wave", 0, 1_000_000);
  public static final ListSize FILES = ListSize.upTo(1_000, "files");
  public static final TextLength GLOB = TextLength.upTo(1_000, "files");
  public static final ListSize TAGS = ListSize.upTo(100, "tags");
  public static final TextLength TAG = TextLength.notBlank(100, "tags").onOneLine();
  public static final ListSize CHECKS = ListSize.upTo(20, "checks");
  public static final TextLength CHECK = TextLength.notBlank(CheckName.MAX_LENGTH, "checks");
  public static final NumberRange MAX_ATTEMPTS = new NumberRange("max_attempts", 1, 1_000);
  public static final int DEFAULT_MAX_ATTEMPTS = 3;
  public static final TextLength KEY = TextLength.notBlank(256, "key").onOneLine();

  /** Up to the year 9999. */
  public static final NumberRange NOT_BEFORE = new NumberRange("not_before", 0, 253402300799999L);

  public static final DurationRange RETRY_WAIT =
      new DurationRange("retry_ms", Duration.ZERO, Duration.ofHours(24));

  public TaskSpec {
    tags = distinct(tags);
    checks = distinct(checks);
  }

  /** A title and defaults for everything else. */
  public static TaskSpec titled(String title) {
    return new TaskSpec(
        title,
        Optional.empty(),
        0,
        0,
        List.of(),
        List.of(),
        List.of(),
        DEFAULT_MAX_ATTEMPTS,
        Optional.empty(),
        0,
        Duration.ZERO);
  }

  public TaskSpec withTitle(String other) {
    return with(values -> values.title = other);
  }

  public TaskSpec withDescription(Optional<String> other) {
    return with(values -> values.description = other);
  }

  public TaskSpec withPriority(int other) {
    return with(values -> values.priority = other);
  }

  public TaskSpec withWave(int other) {
    return with(values -> values.wave = other);
  }

  public TaskSpec withFiles(List<String> other) {
    return with(values -> values.files = other);
  }

  public TaskSpec withTags(List<String> other) {
    return with(values -> values.tags = other);
  }

  public TaskSpec withChecks(List<String> other) {
    return with(values -> values.checks = other);
  }

  public TaskSpec withMaxAttempts(int other) {
    return with(values -> values.maxAttempts = other);
  }

  public TaskSpec withKey(Optional<String> other) {
    return with(values -> values.key = other);
  }

  public TaskSpec withNotBefore(long other) {
    return with(values -> values.notBefore = other);
  }

  public TaskSpec withRetryWait(Duration other) {
    return with(values -> values.retryWait = other);
  }

  private TaskSpec with(Consumer<Values> change) {
    Values values = new Values(this);
    change.accept(values);
    return values.toSpec();
  }

  /** The same values, of which one can change. */
  private static final class Values {
    private String title;
    private Optional<String> description;
    private int priority;
    private int wave;
    private List<String> files;
    private List<String> tags;
    private List<String> checks;
    private int maxAttempts;
    private Optional<String> key;
    private long notBefore;
    private Duration retryWait;

    Values(TaskSpec spec) {
      title = spec.title;
      description = spec.description;
      priority = spec.priority;
      wave = spec.wave;
      files = spec.files;
      tags = spec.tags;
      checks = spec.checks;
      maxAttempts = spec.maxAttempts;
      key = spec.key;
      notBefore = spec.notBefore;
      retryWait = spec.retryWait;
    }

    TaskSpec toSpec() {
      return new TaskSpec(
          title,
          description,
          priority,
          wave,
          files,
          tags,
          checks,
          maxAttempts,
          key,
          notBefore,
          retryWait);
    }
  }

  /** How long to wait after this number of failed attempts: twice as long after each. */
  Duration waitAfter(int attempts) {
    long factor = 1L << Math.min(Math.max(attempts - 1, 0), 30);
    long millis = Math.min(retryWait.toMillis() * factor, RETRY_WAIT.max().toMillis());
    return Duration.ofMillis(millis);
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
    checkChecks(checks);
    MAX_ATTEMPTS.check(maxAttempts);
    KEY.check(key);
    NOT_BEFORE.check(notBefore);
    RETRY_WAIT.check(retryWait);
  }

  static void checkFiles(List<String> globs) {
    FILES.check(globs).forEach(TaskSpec::checkGlob);
  }

  static void checkChecks(List<String> names) {
    for (String name : CHECKS.check(names)) {
      if (!CheckName.isValid(name)) {
        throw new InvalidValue(CHECKS.field(), "has no name of a check: '" + name + "'");
      }
    }
  }

  /** A tag has no comma, because the command line separates tags with commas. */
  static void checkTags(List<String> tags) {
    for (String tag : TAGS.check(tags)) {
      if (TAG.check(tag).indexOf(',') >= 0) {
        throw new InvalidValue(TAG.field(), "must not contain commas, as in '" + tag + "'");
      }
    }
  }

  static List<String> distinct(List<String> names) {
    return names.stream().distinct().toList();
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
