package swarmd.userhooks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A process and everything it started. A process whose parent has died is no longer a descendant,
 * but on Linux it is found by its session or, if it has left that, by an inherited variable. On
 * other systems only descendants are found.
 *
 * @param ownSession whether the root has its own session
 * @param mark the value of the variable {@link #MARK}, unique to this tree
 */
record ProcessTree(ProcessHandle root, boolean ownSession, String mark) {
  static final String MARK = "SWARMD_HOOK_RUN";

  private static final Path PROC = Path.of("/proc");
  private static final boolean LINUX = Files.isReadable(PROC.resolve("self/environ"));

  /** Fields of /proc/PID/stat after the name in brackets: state, parent, group, session. */
  private static final int STATE = 0;

  private static final int SESSION = 3;
  private static final int MAX_ROUNDS = 5;

  /** Whether a process of the tree may still run; always true where that is unknown. */
  boolean mayBeAlive() {
    return !LINUX || forMembers(List.of(this), member -> {}) > 0;
  }

  static void terminate(Collection<ProcessTree> trees) {
    forMembers(trees, ProcessHandle::destroy);
  }

  /** Repeats, because a process may start others before it is killed. */
  static void kill(Collection<ProcessTree> trees) {
    for (int i = 0; i < MAX_ROUNDS; i++) {
      if (forMembers(trees, ProcessHandle::destroyForcibly) == 0) {
        return;
      }
    }
  }

  /** Scans the machine's processes once for all trees. */
  private static int forMembers(Collection<ProcessTree> trees, Consumer<ProcessHandle> action) {
    if (trees.isEmpty()) {
      return 0;
    }
    Set<String> sessions =
        trees.stream()
            .filter(ProcessTree::ownSession)
            .map(tree -> Long.toString(tree.root.pid()))
            .collect(Collectors.toSet());
    Set<String> marks = trees.stream().map(ProcessTree::mark).collect(Collectors.toSet());
    Stream<ProcessHandle> others =
        LINUX
            ? ProcessHandle.allProcesses().filter(process -> isMember(process, sessions, marks))
            : trees.stream().flatMap(tree -> tree.root.descendants());
    List<ProcessHandle> members =
        Stream.concat(trees.stream().map(ProcessTree::root).filter(ProcessHandle::isAlive), others)
            .filter(process -> !process.equals(ProcessHandle.current()))
            .distinct()
            .toList();
    members.forEach(action);
    return members.size();
  }

  private static boolean isMember(ProcessHandle process, Set<String> sessions, Set<String> marks) {
    Path folder = PROC.resolve(Long.toString(process.pid()));
    try {
      String stat = read(folder.resolve("stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return !fields[STATE].equals("Z")
          && (sessions.contains(fields[SESSION])
              || marks.contains(valueIn(read(folder.resolve("environ")))));
    } catch (IOException goneOrNotOurs) {
      return false;
    }
  }

  private static String read(Path file) throws IOException {
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
