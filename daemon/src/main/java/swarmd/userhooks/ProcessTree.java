package swarmd.userhooks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A process and everything it started. While the process lives, all of these are members. After its
 * exit only those that still have its output open are, because a process with its own output may
 * outlive a hook. A process whose parent has died is no longer a descendant, but on Linux it is
 * found by its session, by an inherited variable or by the pipe that it has open. On other systems
 * only descendants are found.
 *
 * @param ownSession whether the root has its own session
 * @param mark the value of the variable {@link #MARK}, unique to this tree
 * @param pipes the names of the pipes that the root writes to; empty if it exited too soon to tell
 */
public record ProcessTree(ProcessHandle root, boolean ownSession, String mark, Set<String> pipes) {
  static final String MARK = "SWARMD_HOOK_RUN";

  private static final Path PROC = Path.of("/proc");
  private static final boolean LINUX = Files.isReadable(PROC.resolve("self/environ"));

  /** Fields of /proc/PID/stat after the name in brackets: state, parent, group, session. */
  private static final int STATE = 0;

  private static final int PARENT = 1;
  private static final int SESSION = 3;
  private static final int MAX_ROUNDS = 5;
  private static final long OWN_PID = ProcessHandle.current().pid();

  /** Adopts what has lost its parent. */
  private static final long INIT = 1;

  /** Of a process that {@link ShellProcess} has just started, with one pipe for all output. */
  public static ProcessTree of(Process process, String mark) {
    Optional<OutputPipe> pipe = OutputPipe.of(process.pid(), OutputPipe.STDOUT);
    pipe.ifPresent(OutputPipe::close);
    return new ProcessTree(
        process.toHandle(),
        ShellProcess.OWN_SESSION,
        mark,
        pipe.map(OutputPipe::name).stream().collect(Collectors.toSet()));
  }

  /** Whether members that have lost their parent can be found. */
  static boolean isSearchable() {
    return LINUX;
  }

  /** Whether a member may still run; always true where that is unknown. */
  boolean mayBeAlive() {
    return !LINUX || forMembers(List.of(this), member -> {}) > 0;
  }

  public static void terminate(Collection<ProcessTree> trees) {
    forMembers(trees, ProcessHandle::destroy);
  }

  /** Repeats, because a process may start others before it is killed. */
  public static void kill(Collection<ProcessTree> trees) {
    for (int i = 0; i < MAX_ROUNDS; i++) {
      if (forMembers(trees, ProcessHandle::destroyForcibly) == 0) {
        return;
      }
    }
  }

  /**
   * Kills processes that a daemon has left behind when it died, by their marks. Does nothing where
   * processes cannot be searched.
   */
  public static void killLeftBehind(Predicate<String> mark) {
    leftBehind(mark).forEach(ProcessHandle::destroyForcibly);
  }

  /** Processes that a daemon has left behind; none where processes cannot be searched. */
  public static List<ProcessHandle> leftBehind(Predicate<String> mark) {
    return LINUX
        ? ProcessHandle.allProcesses().filter(process -> mark.test(markOf(process))).toList()
        : List.of();
  }

  private static String markOf(ProcessHandle process) {
    try {
      return Candidate.valueIn(
          Candidate.text(PROC.resolve(Long.toString(process.pid())).resolve("environ")));
    } catch (IOException goneOrNotOurs) {
      return "";
    }
  }

  /** Scans the machine's processes once for all trees. */
  private static int forMembers(Collection<ProcessTree> trees, Consumer<ProcessHandle> action) {
    if (trees.isEmpty()) {
      return 0;
    }
    Stream<ProcessHandle> others =
        LINUX
            ? ProcessHandle.allProcesses().filter(process -> isMember(process, trees))
            : trees.stream().flatMap(tree -> tree.root.descendants());
    List<ProcessHandle> members =
        Stream.concat(trees.stream().map(ProcessTree::root).filter(ProcessHandle::isAlive), others)
            .filter(process -> !process.equals(ProcessHandle.current()))
            .distinct()
            .toList();
    members.forEach(action);
    return members.size();
  }

  private static boolean isMember(ProcessHandle process, Collection<ProcessTree> trees) {
    if (process.equals(ProcessHandle.current())) { // has the other end of every pipe
      return false;
    }
    try {
      Candidate candidate = Candidate.read(PROC.resolve(Long.toString(process.pid())));
      return !candidate.zombie && trees.stream().anyMatch(tree -> tree.includes(candidate));
    } catch (IOException | DirectoryIteratorException goneOrNotOurs) {
      return false;
    }
  }

  /**
   * A child of the daemon is another hook that is just being started, with the daemon's files still
   * open. What a shell has left is nobody's child any more.
   */
  private boolean includes(Candidate candidate) {
    boolean started =
        ownSession && candidate.session.equals(Long.toString(root.pid()))
            || candidate.mark.equals(mark);
    boolean hasOutput =
        pipes.isEmpty()
            ? started && candidate.writesToPipe
            : !candidate.childOfOurs && candidate.open.stream().anyMatch(pipes::contains);
    return hasOutput || started && root.isAlive();
  }

  /**
   * What is known of a process.
   *
   * @param open the pipes that it has open
   * @param writesToPipe whether its standard output or error is a pipe
   */
  private record Candidate(
      boolean zombie,
      boolean childOfOurs,
      String session,
      String mark,
      Set<String> open,
      boolean writesToPipe) {

    static Candidate read(Path folder) throws IOException {
      String stat = text(folder.resolve("stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      if (fields[STATE].equals("Z")) {
        return new Candidate(true, false, "", "", Set.of(), false);
      }
      Set<String> pipes = new HashSet<>();
      boolean writes = false;
      try (DirectoryStream<Path> links = Files.newDirectoryStream(folder.resolve("fd"))) {
        for (Path link : links) {
          String target = target(link);
          if (OutputPipe.isPipe(target)) {
            pipes.add(target);
            int number = Integer.parseInt(link.getFileName().toString());
            writes |= number == OutputPipe.STDOUT || number == OutputPipe.STDERR;
          }
        }
      }
      return new Candidate(
          false,
          OWN_PID != INIT && fields[PARENT].equals(Long.toString(OWN_PID)),
          fields[SESSION],
          valueIn(text(folder.resolve("environ"))),
          pipes,
          writes);
    }

    private static String target(Path link) {
      try {
        return Files.readSymbolicLink(link).toString();
      } catch (IOException closed) {
        return "";
      }
    }

    private static String text(Path file) throws IOException {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    private static String valueIn(String environment) {
      int start = environment.indexOf(MARK + "=");
      if (start < 0) {
        return "";
      }
      int value = start + MARK.length() + 1;
      int end = environment.indexOf('\0', value);
      return environment.substring(value, end < 0 ? environment.length() : end);
    }
  }
}
