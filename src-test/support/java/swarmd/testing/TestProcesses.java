package swarmd.testing;

import java.util.Optional;
import java.util.Set;
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
  public Optional<Long> connectedFrom(int port) {
    return system.connectedFrom(port);
  }

  @Override
  public Optional<Boolean> isConnectedFrom(int port, long pid) {
    return system.isConnectedFrom(port, pid);
  }
}
