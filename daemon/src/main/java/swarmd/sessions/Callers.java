package swarmd.sessions;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.store.Store;

/**
 * Tells persons from agents. An agent can change its environment but not its ancestors, so the
 * processes that started the caller count first: one of them may be the host of a session. A
 * process that has left its host is not a person for that: a person shows by a terminal.
 */
public final class Callers {
  private final Store store;
  private final ProcessTable processes;
  private final CallTickets tickets;
  private final Set<String> hostVariables;
  private final Scripts scripts;
  private final Executor files;

  /** What a process without a terminal may do. */
  public enum Scripts {
    REFUSE,
    /** It acts for the person, unless an agent has started it. */
    ALLOW
  }

  /**
   * @param files runs what reads the processes of this machine
   */
  public Callers(
      Store store,
      ProcessTable processes,
      CallTickets tickets,
      HostCatalogue hosts,
      Scripts scripts,
      Executor files) {
    this.store = store;
    this.processes = processes;
    this.tickets = tickets;
    this.scripts = scripts;
    this.files = files;
    hostVariables =
        hosts.hosts().stream()
            .map(HostProfile::variables)
            .flatMap(variables -> variables.names().stream())
            .filter(name -> !name.startsWith("SWARM_"))
            .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * What a caller says about itself, and what the system says.
   *
   * @param process its id; empty where the system does not tell
   * @param session from its environment
   * @param agent from its environment
   * @param ticket from its environment
   * @param terminal whether it says that it has one; counts only if the process is unknown
   */
  public record Signs(
      Optional<Long> process,
      Optional<String> session,
      Optional<String> agent,
      Optional<String> ticket,
      boolean terminal) {

    /** A process that says nothing about itself. */
    public static Signs of(Optional<Long> process) {
      return new Signs(process, Optional.empty(), Optional.empty(), Optional.empty(), false);
    }
  }

  /** Does not block. */
  public CompletableFuture<Caller> identify(Signs signs) {
    return bindings().thenApplyAsync(bindings -> identify(signs, bindings), files);
  }

  /**
   * Whoever sends a request by way of a connection. The page's token stands for the person, unless
   * it may be an agent's program that has read it, or nobody waits for the answer. Does not block.
   */
  public CompletableFuture<Caller> identify(Peer peer) {
    if (peer.link().isEmpty()) {
      return identify(Signs.of(peer.process()));
    }
    return bindings()
        .thenApplyAsync(
            bindings ->
                processes
                        .clientsOf(peer.link().get())
                        .filter(clients -> !arePersons(clients, bindings))
                        .isPresent()
                    ? new Caller.Unknown()
                    : new Caller.Person(),
            files);
  }

  private boolean arePersons(List<Long> clients, List<Binding> bindings) {
    return !clients.isEmpty()
        && clients.stream()
            .noneMatch(
                pid ->
                    isStartedByHost(pid)
                        || identifyAgent(Signs.of(Optional.of(pid)), bindings).isPresent());
  }

  /**
   * A program that calls for an agent, such as its host.
   *
   * @param process empty where the system does not tell
   * @param sessions of the host that it is, or of the nearest one that has started it
   */
  public record Client(Optional<Long> process, List<String> sessions) {}

  /** The program at the other end of a connection. Does not block. */
  public CompletableFuture<Client> client(Peer peer) {
    return bindings()
        .thenApplyAsync(
            bindings -> {
              Optional<Long> process =
                  peer.link()
                      .map(link -> processes.clientsOf(link).orElse(List.of()).stream().findFirst())
                      .orElse(peer.process());
              List<String> own = process.map(pid -> sessionsOf(pid, bindings)).orElse(List.of());
              return new Client(process, own.isEmpty() ? sessionsAround(process, bindings) : own);
            },
            files);
  }

  /**
   * Whether a hook comes from a host that a person has started, and that has no session yet. Does
   * not block.
   */
  CompletableFuture<Boolean> isNewHost(HostProcess host, Optional<Long> hook) {
    return bindings()
        .thenApplyAsync(
            bindings ->
                hook.filter(pid -> Ancestors.of(processes, pid).contains(host.pid())).isPresent()
                    && sessionsAround(hook, bindings).isEmpty()
                    && identify(Signs.of(Optional.of(host.pid())), bindings).isPerson(),
            files);
  }

  /** Whether the sender was started by a host, but not by that of this session. */
  CompletableFuture<Boolean> isOfOtherSession(Peer peer, String session) {
    return bindings()
        .thenApplyAsync(
            bindings ->
                peer
                    .link()
                    .flatMap(processes::clientsOf)
                    .orElseGet(() -> peer.process().stream().toList())
                    .stream()
                    .filter(pid -> !sessionsOf(pid, bindings).contains(session))
                    .map(pid -> sessionsAround(Optional.of(pid), bindings))
                    .anyMatch(around -> !around.isEmpty() && !around.contains(session)),
            files);
  }

  /** Whether a person has started the host of the session. Does not block. */
  public CompletableFuture<Boolean> isOfPerson(String session) {
    return bindings()
        .thenApplyAsync(
            bindings ->
                bindings.stream()
                    .filter(binding -> binding.session().equals(session))
                    .map(binding -> binding.process().orElseThrow())
                    .filter(processes::isAlive)
                    .anyMatch(
                        host -> identify(Signs.of(Optional.of(host.pid())), bindings).isPerson()),
            files);
  }

  /** The sessions of the nearest host that has started a process. Does not block. */
  public CompletableFuture<List<String>> sessionsAround(Optional<Long> process) {
    return bindings().thenApplyAsync(bindings -> sessionsAround(process, bindings), files);
  }

  private CompletableFuture<List<Binding>> bindings() {
    return store.read(snapshot -> snapshot.get(BindingQueries.class).withProcess());
  }

  private Caller identify(Signs signs, List<Binding> bindings) {
    Optional<Caller> agent = identifyAgent(signs, bindings);
    if (agent.isPresent()) {
      return agent.get();
    }
    if (signs.process().filter(this::isStartedByHost).isPresent()) {
      return new Caller.Unknown();
    }
    boolean terminal = signs.process().map(processes::hasTerminal).orElse(signs.terminal());
    return terminal || scripts == Scripts.ALLOW ? new Caller.Person() : new Caller.Unknown();
  }

  private Optional<Caller> identifyAgent(Signs signs, List<Binding> bindings) {
    List<String> hosted = sessionsAround(signs.process(), bindings);
    Optional<String> named = signs.session().filter(SessionId::isValid);
    if (!hosted.isEmpty() && named.filter(hosted::contains).isEmpty()) {
      return Optional.of(new Caller.Agent(hosted.get(0), Optional.empty(), true, Optional.empty()));
    }
    return named.map(
        session -> {
          boolean inHost = hosted.contains(session) || isHost(signs.process(), session, bindings);
          if (!inHost && hasKnownHost(session, bindings)) {
            return new Caller.Unknown();
          }
          return new Caller.Agent(
              session,
              signs.agent().filter(name -> !name.equals(MainAgent.nameIn(session))),
              inHost,
              signs
                  .ticket()
                  .flatMap(tickets::find)
                  .filter(call -> inHost && call.session().equals(session)));
        });
  }

  /** Where the daemon can see a session's host, what the host has not started is somebody else. */
  private static boolean hasKnownHost(String session, List<Binding> bindings) {
    return bindings.stream().anyMatch(binding -> binding.session().equals(session));
  }

  /** Hosts set variables of their own in what they start; the process began with these. */
  private boolean isStartedByHost(long process) {
    return processes.variablesOf(process).stream().anyMatch(hostVariables::contains);
  }

  private boolean isHost(Optional<Long> process, String session, List<Binding> bindings) {
    return process.filter(pid -> sessionsOf(pid, bindings).contains(session)).isPresent();
  }

  /** The sessions of the nearest host that has started the process. */
  private List<String> sessionsAround(Optional<Long> process, List<Binding> bindings) {
    return process.stream()
        .flatMap(pid -> Ancestors.of(processes, pid).stream())
        .map(ancestor -> sessionsOf(ancestor, bindings))
        .filter(sessions -> !sessions.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  private List<String> sessionsOf(long pid, List<Binding> bindings) {
    return bindings.stream()
        .filter(
            binding -> {
              HostProcess host = binding.process().orElseThrow();
              return host.pid() == pid && processes.isAlive(host);
            })
        .map(Binding::session)
        .toList();
  }
}
