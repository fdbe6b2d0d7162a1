package swarmd.messages;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import swarmd.sessions.LivingSessions;
import swarmd.sessions.Session;
import swarmd.sessions.SessionQueries;
import swarmd.sessions.Subagent;
import swarmd.sessions.SubagentQueries;
import swarmd.store.Snapshot;
import swarmd.store.Store;
import swarmd.time.Time;

/** The agents at work on this workstation: main agents of sessions, and their subagents. */
public final class LocalAgents implements Agents {
  private static final int MAX_SESSIONS = 500;

  private final Store store;
  private final LivingSessions living;
  private final Optional<String> workstation;
  private final Time time;

  /**
   * @param workstation this one, if a team knows it
   */
  public LocalAgents(Store store, LivingSessions living, Optional<String> workstation, Time time) {
    this.store = store;
    this.living = living;
    this.workstation = workstation;
    this.time = time;
  }

  /**
   * An agent and its project.
   *
   * @param project the id
   */
  public record Located(String project, KnownAgent agent) {}

  @Override
  public CompletableFuture<List<KnownAgent>> in(String project) {
    return read(Optional.of(project))
        .thenApply(found -> found.stream().map(Located::agent).toList());
  }

  /** Those of all projects. */
  public CompletableFuture<List<Located>> all() {
    return read(Optional.empty());
  }

  private CompletableFuture<List<Located>> read(Optional<String> project) {
    return store.read(snapshot -> read(snapshot, project, time.millis()));
  }

  private List<Located> read(Snapshot snapshot, Optional<String> project, long now) {
    List<Located> found = new ArrayList<>();
    for (Session session :
        snapshot
            .get(SessionQueries.class)
            .live(project, now - Session.STALE.toMillis(), MAX_SESSIONS)) {
      found.add(located(session, Optional.empty()));
      snapshot.get(SubagentQueries.class).running(session.project(), session.id()).stream()
          .filter(subagent -> !subagent.stale(now) || isAtWork(subagent))
          .forEach(subagent -> found.add(located(session, Optional.of(subagent.id()))));
    }
    return found;
  }

  /** A long command sends no events. */
  private boolean isAtWork(Subagent subagent) {
    return living
        .find(subagent.project(), subagent.session())
        .flatMap(signs -> signs.subagent(subagent.id()))
        .isPresent();
  }

  private Located located(Session session, Optional<String> subagent) {
    return new Located(
        session.project(),
        new KnownAgent(
            new Address(Optional.of(session.id()), subagent, workstation), session.host()));
  }
}
