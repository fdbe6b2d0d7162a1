package swarmd.skills;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A lesson that sessions of a project receive once the person has accepted it.
 *
 * @param triggers words that call for it, in lower case; without any it fits every session
 * @param used how many sessions and subagents have received it
 * @param at when its status changed last; epoch milliseconds
 */
public record Skill(
    long id,
    String project,
    Status status,
    Origin origin,
    String text,
    List<String> triggers,
    int used,
    Optional<Long> lastUsed,
    long at) {

  /** An accepted skill that nobody needed for so long should be retired. */
  public static final Duration STALE = Duration.ofDays(30);

  public enum Status {
    /** The person has said so once. */
    NOTICED,
    PROPOSED,
    ACCEPTED,
    RETIRED;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Status of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }
  }

  /** Whose words they are. */
  public enum Origin {
    PERSON,
    AGENT;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Origin of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }
  }

  /** Whether it is accepted, but was not needed for a long time. */
  public boolean stale(long now) {
    return status == Status.ACCEPTED && now - lastUsed.orElse(at) >= STALE.toMillis();
  }
}
