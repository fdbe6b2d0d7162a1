package swarmd.testing;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import swarmd.sessions.LoopbackLink;
import swarmd.sessions.ProcessTable;

/** The processes of this machine; the test is a person at a terminal, whoever has started it. */
final class TestProcesses implements ProcessTable {
  private final ProcessTable system = ProcessTable.ofSystem();

  @Override
  public Optional<String> startOf(long pid) {
    return system.startOf(pid);
  }

  @Override
  public Optional<Long> parentOf(long pid) {
    return system.parentOf(pid);
  }

  @Override
  public boolean hasTerminal(long pid) {
    return pid == ProcessHandle.current().pid() || system.hasTerminal(pid);
  }

  @Override
  public Set<String> variablesOf(long pid) {
    return pid == ProcessHandle.current().pid() ? Set.of() : system.variablesOf(pid);
  }

  @Override
  public Optional<Long> sessionOf(long pid) {
    return system.sessionOf(pid);
  }

  @Override
  public Optional<Boolean> hasStreamTo(long pid, long other) {
    return system.hasStreamTo(pid, other);
  }

  @Override
  public Optional<List<Long>> clientsOf(LoopbackLink link) {
    return system.clientsOf(link);
  }

  @Override
  public Optional<Boolean> isClientOf(LoopbackLink link, long pid) {
    return system.isClientOf(link, pid);
  }
}
