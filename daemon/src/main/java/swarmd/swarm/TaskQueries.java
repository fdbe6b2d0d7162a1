package swarmd.swarm;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import swarmd.common.InvalidValue;
import swarmd.common.NumberRange;
import swarmd.common.TextLength;

/** Queries on the stored tasks. */
public interface TaskQueries {

  /** The order in which tasks are claimed. */
  Comparator<Task> CLAIM_ORDER =
      Comparator.comparingInt(Task::priority).thenComparingLong(Task::id);

  Optional<Task> find(long id);

  /** May return fewer than the limit if the texts are long; only an empty page is the end. */
  default List<Task> list(TaskFilter filter) {
    return list(filter, 0);
  }

  /** The same without the first ones. */
  List<Task> list(TaskFilter filter, long offset);

  /** The same without descriptions and results, and with the beginnings of errors. */
  List<Task> listBrief(TaskFilter filter, long offset);

  /** What a task still waits for; nothing if it is not blocked. */
  WaitsFor waitsFor(Task task);

  /** The checks that all tasks of a swarm need. */
  List<String> swarmChecks(SwarmId swarm);

  /** The checks that must pass before the task is done: those of its swarm, then its own. */
  default List<String> requiredChecks(Task task) {
    return task.requiredChecks(swarmChecks(task.swarm()));
  }

  /** A task's events, oldest first. */
  List<TaskEvent> history(long taskId);

  /** What the holder of a task has edited so far; empty if nothing is known. */
  Optional<Work> workOf(Task held);

  /** What earlier holders of a task have left, newest first. */
  default List<Handoff> handoffs(long taskId) {
    return Handoff.of(history(taskId));
  }

  /** Events after the given one, oldest first; may return fewer than the limit if they are long. */
  List<TaskEvent> eventsAfter(long id, Optional<String> project, int limit);

  /** The newest events up to the given one, oldest first; may be fewer if they are long. */
  List<TaskEvent> latestEvents(Optional<String> project, long upTo, int limit);

  /** The newest events after the given one with the titles of their tasks, oldest first. */
  List<TitledEvent> latestTitled(Optional<String> project, long after, int limit);

  /**
   * Tasks that have events after the given one, and those that depend on them, without their long
   * texts.
   */
  List<Task> changedAfter(long eventId, int limit);

  /** An event and the title of its task, unless it concerns a whole swarm. */
  record TitledEvent(TaskEvent event, Optional<String> title) {}

  /** The newest event's id, or 0 if there is none. */
  long lastEventId();

  List<SwarmSummary> summaries(Optional<String> project);

  List<Task> claimed(Optional<String> project, int limit);

  /** The claimed tasks of a project that own files. */
  List<Task> claimedWithFiles(String project);

  /** The tasks of a project that are done on branches of their own and have not landed. */
  List<Task> unlanded(String project);

  /** The number of tasks that a session's agents have done since then. */
  int countDone(String project, String session, long since);

  /** The tasks that the agents of a session hold. */
  List<Task> heldInSession(String project, String session);

  /** The tasks that the agents of a session have lost without knowing it, oldest first. */
  List<LostTask> lostIn(String project, String session);

  /** Those of all sessions. */
  List<LostTask> lost();

  /** The tasks that would be claimed next in the project, or in one swarm of it. */
  List<Task> claimable(String project, Optional<String> swarm, int limit, long now);

  /**
   * The tasks that are claimable once their time has come.
   *
   * @param tags only tasks that have all of them
   */
  Optional<Later> later(String project, Optional<String> swarm, List<String> tags, long now);

  /**
   * Tasks that wait for their time.
   *
   * @param next when the first of them can be claimed
   */
  record Later(long count, long next) {}

  /** The tags of each claimed task of a swarm. */
  List<List<String>> claimedTags(SwarmId swarm);

  /** The task of that key in a swarm. */
  Optional<Task> findByKey(String project, String swarm, String key);

  /** Names the database whose ids the tasks have: that of this home, or that of the team. */
  String database();

  /** When the first of the current leases ends. */
  OptionalLong nextExpiry();

  /** By what tasks are sorted; equal ones by their ids. */
  enum Order {
    ID,
    PRIORITY,
    WAVE,
    STATUS,
    AGENT,
    TITLE,
    FINISHED;

    /** The name in requests. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Order> of(String label) {
      return Stream.of(values()).filter(order -> order.label().equals(label)).findFirst();
    }
  }

  /**
   * Which tasks to list, and in which order.
   *
   * @param swarm a blank name counts as none
   * @param statuses tasks in one of these; empty for all
   * @param agent the one that holds the task or finished it
   * @param tags only tasks that have all of them
   * @param search a text that the title or the description contains, in upper or lower case
   * @param after only tasks with a larger id; needs the order of the ids
   */
  record TaskFilter(
      Optional<String> project,
      Optional<String> swarm,
      Set<TaskStatus> statuses,
      Optional<String> agent,
      List<String> tags,
      Optional<Integer> wave,
      Optional<String> search,
      Order order,
      boolean reverse,
      long after,
      int limit) {
    public static final TextLength SEARCH = TextLength.upTo(1_000, "search");
    public static final NumberRange AFTER = NumberRange.atLeast("after", 0);
    public static final NumberRange OFFSET = NumberRange.atLeast("offset", 0);
    public static final NumberRange LIMIT = new NumberRange("limit", 1, 1_000);
    public static final int DEFAULT_LIMIT = 100;

    /**
     * Checks the limits.
     *
     * @throws swarmd.common.InvalidValue if a value is beyond its limit
     */
    public TaskFilter {
      swarm = SwarmId.NAME.check(swarm).filter(name -> !name.isBlank());
      ClaimRequest.AGENT.check(agent);
      TaskSpec.checkTags(tags);
      wave.ifPresent(TaskSpec.WAVE::check);
      SEARCH.check(search);
      AFTER.check(after);
      LIMIT.check(limit);
      if (after > 0 && (order != Order.ID || reverse)) {
        throw new InvalidValue(AFTER.field(), "needs the order by id");
      }
    }

    /** All tasks of a project or of all projects, in the order of their ids. */
    public static TaskFilter of(
        Optional<String> project,
        Optional<String> swarm,
        Optional<TaskStatus> status,
        long after,
        int limit) {
      return new TaskFilter(
          project,
          swarm,
          status.map(Set::of).orElse(Set.of()),
          Optional.empty(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          Order.ID,
          false,
          after,
          limit);
    }

    /** The same after this id. */
    public TaskFilter after(long id) {
      return new TaskFilter(
          project, swarm, statuses, agent, tags, wave, search, order, reverse, id, limit);
    }

    /** Whether the task contains the text that is searched for. */
    public boolean finds(Task task) {
      return search
          .map(text -> text.toLowerCase(Locale.ROOT))
          .map(
              text ->
                  Stream.concat(Stream.of(task.title()), task.description().stream())
                      .anyMatch(words -> words.toLowerCase(Locale.ROOT).contains(text)))
          .orElse(true);
    }
  }
}
