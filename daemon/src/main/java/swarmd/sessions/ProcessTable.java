package swarmd.sessions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** Tells whether processes are alive. */
public interface ProcessTable {

  /** When the process started, in the system's own terms; empty if it does not run. */
  Optional<String> startOf(long pid);

  /** Empty if it does not run, or has none. */
  default Optional<Long> parentOf(long pid) {
    return Optional.empty();
  }

  /** Whether the process has a controlling terminal. */
  default boolean hasTerminal(long pid) {
    return false;
  }

  /** The processes of this machine. Reads the disk. */
  static ProcessTable ofSystem() {
    return Files.exists(Path.of("/proc/self/stat")) ? new Proc() : new Handles();
  }

  /** Whether this very process still runs. */
  default boolean isAlive(HostProcess process) {
    return startOf(process.pid()).filter(process.started()::equals).isPresent();
  }

  /**
   * The process with its start; empty if it is not one of ours to see. A client in a container has
   * process ids of its own, which mean other processes here.
   */
  default Optional<HostProcess> confirm(HostProcess claimed) {
    return startOf(claimed.pid())
        .filter(start -> claimed.started().isEmpty() || claimed.started().equals(start))
        .map(start -> new HostProcess(claimed.pid(), start));
  }

  /** Linux: the 22nd field of /proc/PID/stat, in clock ticks since the machine started. */
  final class Proc implements ProcessTable {
    private static final int STATE = 0;
    private static final int PARENT = 1;
    private static final int TERMINAL = 4;
    private static final int START = 19;

    private Proc() {}

    @Override
    public Optional<String> startOf(long pid) {
      return field(pid, START);
    }

    @Override
    public Optional<Long> parentOf(long pid) {
      return field(pid, PARENT).map(Long::valueOf).filter(parent -> parent > 0);
    }

    @Override
    public boolean hasTerminal(long pid) {
      return field(pid, TERMINAL).filter(number -> !number.equals("0")).isPresent();
    }

    private static Optional<String> field(long pid, int number) {
      try {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        // The name before the last bracket may itself hold brackets and spaces.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        boolean ended = fields[STATE].equals("Z") || fields[STATE].equals("X");
        return ended ? Optional.empty() : Optional.of(fields[number]);
      } catch (IOException | IndexOutOfBoundsException gone) {
        return Optional.empty();
      }
    }
  }

  /** Elsewhere: what the JDK knows. */
  final class Handles implements ProcessTable {
    private Handles() {}

    @Override
    public Optional<String> startOf(long pid) {
      return ProcessHandle.of(pid)
          .filter(ProcessHandle::isAlive)
          .flatMap(process -> process.info().startInstant())
          .map(Instant::toEpochMilli)
          .map(String::valueOf);
    }

    @Override
    public Optional<Long> parentOf(long pid) {
      return ProcessHandle.of(pid).flatMap(ProcessHandle::parent).map(ProcessHandle::pid);
    }

    /** The JDK does not know; a process without a host among its ancestors counts as one. */
    @Override
    public boolean hasTerminal(long pid) {
      return true;
    }
  }
}
