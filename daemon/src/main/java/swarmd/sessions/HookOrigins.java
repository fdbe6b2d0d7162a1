package swarmd.sessions;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostProfile.HookMark;

/**
 * Tells a host's own events from those that an agent forges with `swarm hook` in its shell. A host
 * starts its hooks otherwise than its tools, in a way that a tool's command cannot imitate.
 */
public final class HookOrigins {
  private final Callers callers;
  private final ProcessTable processes;
  private final HostCatalogue hosts;
  private final Executor files;

  /**
   * @param files runs what reads the processes of this machine
   */
  public HookOrigins(Callers callers, ProcessTable processes, HostCatalogue hosts, Executor files) {
    this.callers = callers;
    this.processes = processes;
    this.hosts = hosts;
    this.files = files;
  }

  /** Where an event comes from. */
  public enum Origin {
    /** The host of its session. */
    HOST,
    /** Some other process, such as a tool's command. */
    OTHER,
    /** The system, or the host, gives no way to tell. */
    UNKNOWN
  }

  /**
   * Whether a hook of a session's start has what only the hooks of this host have; if not, the
   * session's later hooks cannot be told from other commands. Does not block.
   */
  public CompletableFuture<Boolean> isMarked(Peer peer, HostProfile profile, HostProcess host) {
    return CompletableFuture.supplyAsync(
        () ->
            processes
                .confirm(host)
                .filter(confirmed -> of(peer, profile.hookMark(), confirmed) == Origin.HOST)
                .isPresent(),
        files);
  }

  /**
   * Does not block.
   *
   * @param binding of the event's session before the event
   * @param started the process that starts or resumes the session with this event, if it does
   */
  public CompletableFuture<Origin> of(Peer peer, Binding binding, Optional<HostProcess> started) {
    if (binding.process().isEmpty()) {
      return CompletableFuture.completedFuture(Origin.UNKNOWN);
    }
    HostProcess host = binding.process().get();
    Optional<HostProcess> other = started.filter(process -> process.pid() != host.pid());
    if (other.isPresent()) {
      return ofOtherProcess(binding, other.get(), peer);
    }
    if (!binding.marked()) {
      boolean itself = peer.process().filter(pid -> pid == host.pid()).isPresent();
      return CompletableFuture.completedFuture(itself ? Origin.HOST : Origin.UNKNOWN);
    }
    HookMark mark = hosts.find(binding.host()).map(HostProfile::hookMark).orElse(HookMark.NONE);
    return CompletableFuture.supplyAsync(() -> of(peer, mark, host), files);
  }

  /**
   * For an event that concerns more than its own session, such as all those of an account: one that
   * a program of another session sends is never believed. Does not block.
   */
  public CompletableFuture<Origin> ofUnknown(Peer peer, String session) {
    return callers
        .isOfOtherSession(peer, session)
        .thenApply(other -> other ? Origin.OTHER : Origin.UNKNOWN);
  }

  /** A session may go on in another process, but an agent cannot move it while its host lives. */
  private CompletableFuture<Origin> ofOtherProcess(
      Binding binding, HostProcess started, Peer peer) {
    return CompletableFuture.supplyAsync(
            () -> binding.marked() && processes.isAlive(binding.process().orElseThrow()), files)
        .thenCompose(
            alive ->
                alive
                    ? callers
                        .isNewHost(started, peer.process())
                        .thenApply(person -> person ? Origin.HOST : Origin.OTHER)
                    : CompletableFuture.completedFuture(Origin.UNKNOWN));
  }

  private Origin of(Peer peer, HookMark mark, HostProcess host) {
    if (!processes.isAlive(host)) {
      return Origin.UNKNOWN;
    }
    if (peer.link().isPresent()) {
      return origin(processes.isClientOf(peer.link().get(), host.pid()));
    }
    if (peer.process().isEmpty()) {
      return Origin.UNKNOWN;
    }
    long pid = peer.process().get();
    if (pid == host.pid()) {
      return Origin.HOST;
    }
    Optional<Long> child = Ancestors.childAbove(processes, pid, host.pid());
    if (child.isEmpty()) {
      return Origin.OTHER;
    }
    return switch (mark) {
      case STREAM -> origin(processes.hasStreamTo(child.get(), host.pid()));
      case SESSION ->
          origin(
              processes
                  .sessionOf(pid)
                  .flatMap(own -> processes.sessionOf(host.pid()).map(own::equals)));
      case NONE -> Origin.UNKNOWN;
    };
  }

  private static Origin origin(Optional<Boolean> isHost) {
    return isHost.map(yes -> yes ? Origin.HOST : Origin.OTHER).orElse(Origin.UNKNOWN);
  }
}
