package swarmd.skills;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.skills.Skill.Status;
import swarmd.store.RetriedWrites;
import swarmd.store.Store;
import swarmd.store.Transaction;
import swarmd.time.Time;
import swarmd.time.TtlCache;

/** The skills of all projects, from the first sign of one to its retirement. Nothing blocks. */
public final class Skills {
  /** How many proposals of a project may wait for the person. */
  public static final int MAX_PROPOSED = 50;

  /** A correction that is not repeated within this time is forgotten. */
  static final Duration MEMORY = Duration.ofDays(30);

  private final Store store;
  private final RetriedWrites writes;
  private final Time time;
  private final TtlCache<String, List<Skill>> accepted;

  public Skills(Store store, RetriedWrites writes, Time time) {
    this.store = store;
    this.writes = writes;
    this.time = time;
    accepted = new TtlCache<>(this::readAccepted, time);
  }

  /** All but what was said only once, oldest first. */
  public CompletableFuture<List<Skill>> list(String project) {
    return store.read(
        snapshot ->
            snapshot.get(SkillQueries.class).of(project).stream()
                .filter(skill -> skill.status() != Status.NOTICED)
                .toList());
  }

  /** Those that sessions receive. Rarely reads the database. */
  public CompletableFuture<List<Skill>> accepted(String project) {
    return accepted.of(project);
  }

  private CompletableFuture<List<Skill>> readAccepted(String project) {
    return store.read(
        snapshot ->
            snapshot.get(SkillQueries.class).of(project).stream()
                .filter(skill -> skill.status() == Status.ACCEPTED)
                .toList());
  }

  /** Remembers what the person has said; the second time it becomes a proposal, returned here. */
  public CompletableFuture<Optional<Skill>> notice(NewSkill said) {
    return store.write(
        transaction -> {
          SkillRepository skills = transaction.get(SkillRepository.class);
          skills.deleteNoticedBefore(time.millis() - MEMORY.toMillis());
          Optional<Skill> known = skills.withSubject(said.project(), said.subject());
          if (known.isEmpty()) {
            skills.add(said, Status.NOTICED, time.millis());
          }
          return known
              .filter(skill -> skill.status() == Status.NOTICED)
              .map(skill -> skills.change(skill.id(), Status.PROPOSED, time.millis()));
        });
  }

  /** Keeps a proposal for the person; one that exists already stays as it is. */
  public CompletableFuture<Outcome<Skill>> propose(NewSkill skill) {
    return store.write(
        transaction -> {
          SkillRepository skills = transaction.get(SkillRepository.class);
          Optional<Skill> known = skills.withSubject(skill.project(), skill.subject());
          if (known.isPresent()) {
            return Outcome.ok(known.get());
          }
          long waiting =
              skills.of(skill.project()).stream()
                  .filter(other -> other.status() == Status.PROPOSED)
                  .count();
          return waiting >= MAX_PROPOSED
              ? Outcome.refused(
                  ErrorCode.INVALID_REQUEST,
                  "%d proposed skills wait for the person; see: swarm skill list"
                      .formatted(waiting))
              : Outcome.ok(skills.add(skill, Status.PROPOSED, time.millis()));
        });
  }

  /** Gives the skill to sessions from now on, or no longer; empty if the project has none such. */
  public CompletableFuture<Optional<Skill>> decide(String project, long id, Status status) {
    return write(
        transaction -> {
          SkillRepository skills = transaction.get(SkillRepository.class);
          return skills.of(project).stream()
              .filter(skill -> skill.id() == id && skill.status() != Status.NOTICED)
              .findFirst()
              .map(
                  skill ->
                      skill.status() == status ? skill : skills.change(id, status, time.millis()));
        });
  }

  /** Counts that a model has received these. */
  public void use(List<Skill> skills) {
    long now = time.millis();
    writes.submit(
        transaction ->
            skills.forEach(skill -> transaction.get(SkillRepository.class).use(skill.id(), now)));
  }

  private <T> CompletableFuture<T> write(Function<Transaction, T> work) {
    return store.write(work).whenComplete((result, failure) -> accepted.forgetAll());
  }
}
