package swarmd.sessions;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import swarmd.store.Store;

/**
 * Tells persons from agents. An agent can change its environment but not its ancestors, so the
 * processes that started the caller count first: one of them may be the host of a session.
 */
public final class Callers {
  /** More than any shell starts within another. */
  private static final int MAX_ANCESTORS = 64;

  private final Store store;
  private final ProcessTable processes;
  private final Executor files;

  /**
   * @param files runs what reads the processes of this machine
   */
  public Callers(Store store, ProcessTable processes, Executor files) {
    this.store = store;
    this.processes = processes;
    this.files = files;
  }

  /**
   * What a caller says about itself, and what the system says.
   *
   * @param process its id; empty where the system does not tell
   * @param session from its environment
   * @param agent from its environment
   * @param terminal whether it says that it has one; counts only if the process is unknown
   */
  public record Signs(
      Optional<Long> process, Optional<String> session, Optional<String> agent, boolean terminal) {

    /** A request that says nothing about itself. */
    public static Signs of(Optional<Long> process) {
      return new Signs(process, Optional.empty(), Optional.empty(), false);
    }
  }

  /** Does not block. */
  public CompletableFuture<Caller> identify(Signs signs) {
    return store
        .read(snapshot -> snapshot.get(BindingQueries.class).withProcess())
        .thenApplyAsync(bindings -> identify(signs, bindings), files);
  }

  private Caller identify(Signs signs, List<Binding> bindings) {
    List<String> hosted = sessionsAround(signs.process(), bindings);
    Optional<String> named = signs.session().filter(SessionId::isValid);
    if (!hosted.isEmpty() && named.filter(hosted::contains).isEmpty()) {
      return new Caller.Agent(hosted.get(0), Optional.empty());
    }
    if (named.isPresent()) {
      String session = named.get();
      return new Caller.Agent(
          session, signs.agent().filter(name -> !name.equals(MainAgent.nameIn(session))));
    }
    boolean terminal = signs.process().map(processes::hasTerminal).orElse(signs.terminal());
    return terminal ? new Caller.Person() : new Caller.Unknown();
  }

  /** The sessions of the nearest host that has started the process. */
  private List<String> sessionsAround(Optional<Long> process, List<Binding> bindings) {
    Optional<Long> ancestor = process.flatMap(processes::parentOf);
    for (int i = 0; i < MAX_ANCESTORS && ancestor.isPresent(); i++) {
      long pid = ancestor.get();
      List<String> sessions = new ArrayList<>();
      for (Binding binding : bindings) {
        HostProcess host = binding.process().orElseThrow();
        if (host.pid() == pid && processes.isAlive(host)) {
          sessions.add(binding.session());
        }
      }
      if (!sessions.isEmpty()) {
        return sessions;
      }
      ancestor = processes.parentOf(pid);
    }
    return List.of();
  }
}
