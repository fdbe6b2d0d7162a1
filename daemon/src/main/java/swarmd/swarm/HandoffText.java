package swarmd.swarm;

import java.util.ArrayList;
import java.util.List;
import swarmd.text.Cut;
import swarmd.text.HumanDuration;
import swarmd.text.QuotedText;

/** What earlier holders have left, in words for people and models; their own words are quoted. */
public final class HandoffText {
  /** For all holders together, in characters; the newest one is always there. */
  static final int MAX_LENGTH = 6_000;

  private HandoffText() {}

  /** Several lines for each holder, newest first. */
  public static List<String> lines(List<Handoff> handoffs, long now) {
    List<String> all = new ArrayList<>();
    int length = 0;
    for (Handoff each : handoffs) {
      List<String> lines = lines(each, now);
      length += lines.stream().mapToInt(String::length).sum();
      if (!all.isEmpty() && length > MAX_LENGTH) {
        break;
      }
      all.addAll(lines);
    }
    return all;
  }

  private static List<String> lines(Handoff handoff, long now) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "agent %s held it for %s until %s ago and %s"
            .formatted(
                QuotedText.name(handoff.agent()),
                HumanDuration.of(Math.max(0, handoff.endedAt() - handoff.claimedAt())),
                HumanDuration.of(Math.max(0, now - handoff.endedAt())),
                ending(handoff)));
    handoff.note().ifPresent(text -> lines.add(QuotedText.lines(text)));
    handoff.error().ifPresent(text -> lines.add(QuotedText.lines(text)));
    handoff
        .check()
        .ifPresent(
            text -> {
              lines.add("a check had failed:");
              lines.add(QuotedText.lines(text));
            });
    handoff
        .work()
        .ifPresent(
            work ->
                lines.add(
                    "it had edited%s: %s"
                        .formatted(
                            work.branch()
                                .map(name -> " on branch " + QuotedText.name(name))
                                .orElse(""),
                            Cut.toLine(1_000, String.join(", ", work.files())))));
    return lines;
  }

  private static String ending(Handoff handoff) {
    return switch (handoff.ending()) {
      case RELEASED -> "released it";
      case FAILED -> "failed";
      case LAND_FAILED -> "completed it, but the work could not land";
      case CANCELLED -> "lost it when it was cancelled";
      default -> "lost its lease";
    };
  }
}
