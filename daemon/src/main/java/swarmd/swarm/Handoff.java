package swarmd.swarm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import swarmd.swarm.TaskEvent.Kind;
import swarmd.text.Cut;

/**
 * What an earlier holder of a task has left to the next one. All texts are cut to what a model
 * should read.
 *
 * @param ending how the lease ended: released, expired, failed, cancelled, or completed with work
 *     that did not land
 * @param note the holder's own, or why the lease ended
 * @param error of the failure
 * @param check what the last failed check printed, the end of it
 * @param work the files that were edited, and where
 */
public record Handoff(
    String agent,
    long claimedAt,
    long endedAt,
    Kind ending,
    Optional<String> note,
    Optional<String> error,
    Optional<String> check,
    Optional<Work> work) {

  /** Older holders are left out. */
  public static final int MAX_HOLDERS = 5;

  /** In characters. */
  public static final int MAX_NOTE = 1_000;

  /** Of the newest one; in characters. */
  public static final int MAX_CHECK = 2_000;

  /**
   * The earlier holders of a task, newest first.
   *
   * @param history its events, oldest first
   */
  static List<Handoff> of(List<TaskEvent> history) {
    List<Handoff> ended = new ArrayList<>();
    Optional<Open> current = Optional.empty();
    for (TaskEvent event : history) {
      switch (event.kind()) {
        case CLAIMED -> current = Optional.of(new Open(event));
        case CHECK_FAILED -> current.ifPresent(open -> open.failed(event));
        case RELEASED, EXPIRED, FAILED, CANCELLED, LAND_FAILED -> {
          if (event.note().equals(Optional.of(Tasks.UNDELIVERED))) {
            current = Optional.empty(); // its holder never knew of it
          }
          if (current.isPresent()) {
            ended.add(current.get().end(event));
          } else if (event.kind() == Kind.FAILED) { // its last attempt has just expired
            failLast(ended, event);
          }
          current = Optional.empty();
        }
        default -> {}
      }
    }
    Collections.reverse(ended);
    return ended.stream().limit(MAX_HOLDERS).toList();
  }

  private static void failLast(List<Handoff> ended, TaskEvent event) {
    if (!ended.isEmpty()) {
      Handoff last = ended.remove(ended.size() - 1);
      ended.add(
          new Handoff(
              last.agent,
              last.claimedAt,
              last.endedAt,
              Kind.FAILED,
              last.note,
              brief(event.note()),
              last.check,
              last.work));
    }
  }

  private static Optional<String> brief(Optional<String> text) {
    return text.filter(words -> !words.isBlank()).map(words -> Cut.to(MAX_NOTE, words));
  }

  /** A claim whose end was not read yet. */
  private static final class Open {
    private final TaskEvent claim;
    private Optional<String> check = Optional.empty();
    private Optional<Work> work = Optional.empty();

    Open(TaskEvent claim) {
      this.claim = claim;
    }

    void failed(TaskEvent event) {
      check = event.note().map(text -> endOf(text, MAX_CHECK));
      work = event.work().or(() -> work);
    }

    Handoff end(TaskEvent event) {
      boolean failure = event.kind() == Kind.FAILED;
      return new Handoff(
          claim.agent().orElse("somebody"),
          claim.at(),
          event.at(),
          event.kind(),
          failure ? Optional.empty() : brief(event.note()),
          failure ? brief(event.note()) : Optional.empty(),
          check,
          event.work().or(() -> work));
    }

    /** With its first line, which names the check. */
    private static String endOf(String text, int max) {
      if (text.length() <= max) {
        return text;
      }
      String first = text.lines().findFirst().orElse("");
      return Cut.to(MAX_NOTE, first) + "\n…" + text.substring(text.length() - max);
    }
  }
}
