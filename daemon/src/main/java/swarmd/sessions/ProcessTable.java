package swarmd.sessions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the system tells about processes. */
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

  /** The names of the variables that it was started with; empty if the system does not tell. */
  default Set<String> variablesOf(long pid) {
    return Set.of();
  }

  /** The system's session of processes that it belongs to, where the system tells. */
  default Optional<Long> sessionOf(long pid) {
    return Optional.empty();
  }

  /**
   * Whether one of its three standard streams is a socket that the other process has the other end
   * of; empty if the system does not tell. A pipe would prove nothing: anybody can open another
   * process's pipe by way of /proc, but nobody its socket.
   */
  default Optional<Boolean> hasStreamTo(long pid, long other) {
    return Optional.empty();
  }

  /**
   * The processes that may be the client of a connection: the one that is, or those that cannot be
   * looked into. None if the client is gone; empty where the system does not tell.
   */
  default Optional<List<Long>> clientsOf(LoopbackLink link) {
    return Optional.empty();
  }

  /** Whether the process is the client of a connection; empty where the system does not tell. */
  default Optional<Boolean> isClientOf(LoopbackLink link, long pid) {
    return Optional.empty();
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
    private static final int SESSION = 3;
    private static final int TERMINAL = 4;
    private static final int START = 19;

    private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d{1,18})\\]");

    /** Each processor takes so many numbers at a time (get_next_ino in the kernel). */
    private static final long NUMBER_BATCH = 1024;

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

    @Override
    public Optional<Long> sessionOf(long pid) {
      return field(pid, SESSION).map(Long::valueOf);
    }

    @Override
    public Set<String> variablesOf(long pid) {
      try {
        byte[] block = Files.readAllBytes(folder(pid).resolve("environ"));
        return Stream.of(new String(block, StandardCharsets.ISO_8859_1).split("\0"))
            .map(variable -> variable.split("=", 2)[0])
            .collect(Collectors.toSet());
      } catch (IOException gone) {
        return Set.of();
      }
    }

    @Override
    public Optional<Boolean> hasStreamTo(long pid, long other) {
      Optional<Set<String>> ends = openFiles(other);
      if (ends.isEmpty()) {
        return Optional.empty();
      }
      for (int stream = 0; stream < 3; stream++) {
        Optional<String> own = openFile(folder(pid).resolve("fd/" + stream));
        if (own.isPresent() && leadsTo(own.get(), ends.get())) {
          return Optional.of(true);
        }
      }
      return Optional.of(false);
    }

    /**
     * The two sockets of a pair have consecutive numbers, unless the system happened to begin a new
     * batch of numbers between them.
     */
    private static boolean leadsTo(String stream, Set<String> ends) {
      Matcher socket = SOCKET.matcher(stream);
      if (!socket.matches()) {
        return false;
      }
      long number = Long.parseLong(socket.group(1));
      return ends.contains(socket(number - 1))
          || ends.contains(socket(number + 1))
          || number % NUMBER_BATCH <= 1;
    }

    private static String socket(long number) {
      return "socket:[" + number + "]";
    }

    @Override
    public Optional<List<Long>> clientsOf(LoopbackLink link) {
      Optional<LoopbackLink.End> end = openEnd(link);
      if (end.isEmpty()) {
        return Optional.of(List.of());
      }
      List<Long> closed = new ArrayList<>();
      try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[1-9]*")) {
        for (Path process : all) {
          long pid = Long.parseLong(process.getFileName().toString());
          Optional<Set<String>> files = openFiles(pid);
          if (files.isEmpty()) {
            closed.add(pid);
          } else if (files.get().contains(socket(end.get().inode()))) {
            return Optional.of(List.of(pid));
          }
        }
      } catch (IOException | DirectoryIteratorException unreadable) {
        return Optional.of(List.of());
      }
      return Optional.of(closed.stream().filter(pid -> isOf(pid, end.get().uid())).toList());
    }

    @Override
    public Optional<Boolean> isClientOf(LoopbackLink link, long pid) {
      Optional<LoopbackLink.End> end = openEnd(link);
      return end.isEmpty()
          ? Optional.of(false)
          : openFiles(pid).map(files -> files.contains(socket(end.get().inode())));
    }

    private static Optional<LoopbackLink.End> openEnd(LoopbackLink link) {
      return link.clientEnd().filter(end -> end.inode() != 0);
    }

    private static boolean isOf(long pid, int uid) {
      try (Stream<String> lines = Files.lines(folder(pid).resolve("status"))) {
        return lines.anyMatch(line -> line.startsWith("Uid:\t" + uid + "\t"));
      } catch (IOException | UncheckedIOException gone) {
        return false;
      }
    }

    /** Empty if we may not look. */
    private static Optional<Set<String>> openFiles(long pid) {
      Set<String> files = new HashSet<>();
      try (DirectoryStream<Path> all = Files.newDirectoryStream(folder(pid).resolve("fd"))) {
        all.forEach(file -> openFile(file).ifPresent(files::add));
        return Optional.of(files);
      } catch (IOException | DirectoryIteratorException unreadable) {
        return Optional.empty();
      }
    }

    private static Optional<String> openFile(Path descriptor) {
      try {
        return Optional.of(Files.readSymbolicLink(descriptor).toString());
      } catch (IOException closed) {
        return Optional.empty();
      }
    }

    private static Path folder(long pid) {
      return Path.of("/proc", Long.toString(pid));
    }

    private static Optional<String> field(long pid, int number) {
      try {
        String stat = Files.readString(folder(pid).resolve("stat"));
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
