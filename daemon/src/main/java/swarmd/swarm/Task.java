package swarmd.swarm;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import swarmd.common.NumberRange;

/**
 * One piece of work, as it stands. Times are epoch milliseconds.
 *
 * @param spec the part that its creator wrote
 * @param state the part that changes as agents work on it
 * @param branch where its work is, if that is a branch of its own
 */
public record Task(
    long id,
    SwarmId swarm,
    TaskSpec spec,
    List<Long> dependsOn,
    long createdAt,
    TaskState state,
    Optional<TaskBranch> branch) {

  public static final NumberRange ID = NumberRange.atLeast("id", 1);

  /** How much of an error is shown where a task is one of many; in characters. */
  public static final int BRIEF_ERROR = 500;

  /** One without a branch of its own. */
  public Task(
      long id,
      SwarmId swarm,
      TaskSpec spec,
      List<Long> dependsOn,
      long createdAt,
      TaskState state) {
    this(id, swarm, spec, dependsOn, createdAt, state, Optional.empty());
  }

  public String title() {
    return spec.title();
  }

  public Optional<String> description() {
    return spec.description();
  }

  public int priority() {
    return spec.priority();
  }

  public int wave() {
    return spec.wave();
  }

  public List<String> files() {
    return spec.files();
  }

  public List<String> tags() {
    return spec.tags();
  }

  /** Those that it names itself; its swarm may name more. */
  public List<String> checks() {
    return spec.checks();
  }

  /** The checks that must pass before it is done: those of its swarm, then its own. */
  public List<String> requiredChecks(List<String> ofSwarm) {
    return Stream.concat(ofSwarm.stream(), checks().stream()).distinct().toList();
  }

  public int maxAttempts() {
    return spec.maxAttempts();
  }

  public Optional<String> key() {
    return spec.key();
  }

  /** Nobody gets the task before this time; 0 for any time. */
  public long notBefore() {
    return spec.notBefore();
  }

  public TaskStatus status() {
    return state.status();
  }

  public Optional<String> agent() {
    return state.agent();
  }

  public Optional<String> session() {
    return state.session();
  }

  public Optional<String> workstation() {
    return state.workstation();
  }

  public int attempts() {
    return state.attempts();
  }

  public Optional<String> result() {
    return state.result();
  }

  public Optional<String> error() {
    return state.error();
  }

  /** What the daemon verified before the task was done. */
  public Optional<Checked> checked() {
    return state.checked();
  }

  /** Whether somebody may have held it before and left something. */
  public boolean heldBefore() {
    return state.heldBefore();
  }

  public Optional<Long> claimedAt() {
    return state.claimedAt();
  }

  public Optional<Long> finishedAt() {
    return state.finishedAt();
  }

  public Optional<Lease> lease() {
    return state.lease();
  }

  /** Whether its holder works in the task's worktree, so that its files elsewhere are free. */
  public boolean inWorktree() {
    return branch.isPresent() && lease().map(Lease::fence).equals(branch.map(TaskBranch::fence));
  }

  /** Whether it is done, and its branch has yet to land. */
  public boolean waitsToLand() {
    return status() == TaskStatus.DONE && branch.filter(b -> b.landed().isEmpty()).isPresent();
  }

  Task with(TaskState other) {
    return new Task(id, swarm, spec, dependsOn, createdAt, other, branch);
  }

  Task with(Optional<TaskBranch> other) {
    return new Task(id, swarm, spec, dependsOn, createdAt, state, other);
  }

  Task with(TaskSpec otherSpec, List<Long> otherDependencies) {
    return new Task(id, swarm, otherSpec, otherDependencies, createdAt, state, branch);
  }

  /** Without description and result, and with the beginning of the error. */
  public Task brief() {
    return new Task(
        id,
        swarm,
        spec.withDescription(Optional.empty()),
        dependsOn,
        createdAt,
        state.brief(BRIEF_ERROR),
        branch);
  }

  /** The same task with another lease. */
  public Task withLease(Lease other) {
    return with(state.withLease(other));
  }

  /**
   * Whether the file is one of those that the task may change.
   *
   * @param file absolute, or relative to the project
   */
  public boolean owns(String file) {
    return ownedFiles().test(file);
  }

  /** The same for many files. */
  public Predicate<String> ownedFiles() {
    FileGlobs globs = FileGlobs.of(swarm.project(), files());
    return file -> globs.matchAny(List.of(file));
  }

  /** The number of characters that users and agents wrote. */
  public long textLength() {
    return spec.textLength() + length(result()) + length(error());
  }

  private static long length(Optional<String> text) {
    return text.map(String::length).orElse(0);
  }

  boolean heldWith(String token) {
    return lease().isPresent() && lease().get().token().equals(token);
  }
}
