package swarmd.builtin.sessions;

import java.util.ArrayList;
import java.util.List;
import swarmd.hooks.HookLog;
import swarmd.sessions.FileEditRepository;
import swarmd.sessions.Session;
import swarmd.sessions.SubagentRepository;
import swarmd.store.Transaction;
import swarmd.swarm.TaskRepository;

/**
 * A readable summary of a session.
 *
 * @param released tasks that it had not finished
 * @param modes modes that were still active
 */
record SessionSummary(
    long millis, int events, int done, int released, int modes, int subagents, int files) {
  private static final long MINUTE = 60_000;

  /** May count too few: old events and subagents are deleted. */
  static SessionSummary of(
      Session session, Transaction transaction, int released, int modes, long now) {
    String project = session.project();
    long since = session.startedAt();
    return new SessionSummary(
        Math.max(0, now - since),
        transaction.get(HookLog.class).count(project, session.id(), since),
        transaction.get(TaskRepository.class).countDone(project, session.id(), since),
        released,
        modes,
        transaction.get(SubagentRepository.class).countStartedSince(project, session.id(), since),
        transaction.get(FileEditRepository.class).count(project, session.id()));
  }

  /** On one line, without the zero counts. */
  String text() {
    List<String> parts = new ArrayList<>();
    parts.add(
        millis < MINUTE ? "%d s".formatted(millis / 1_000) : "%d min".formatted(millis / MINUTE));
    parts.add(count(events, "event"));
    add(parts, done, "task", " done");
    add(parts, released, "task", " released");
    add(parts, modes, "mode", " ended");
    add(parts, subagents, "subagent", "");
    add(parts, files, "file", " edited");
    return String.join(", ", parts);
  }

  private static void add(List<String> parts, int count, String noun, String verb) {
    if (count > 0) {
      parts.add(count(count, noun) + verb);
    }
  }

  private static String count(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
