package swarmd.testing;

import java.util.Optional;
import swarmd.sessions.ProcessTable;

/** The processes of this machine; the test is a person at a terminal. */
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
}
