package swarmd.userhooks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A process and all that come from it. Those whose parent has died are no longer its descendants,
 * but on Linux they are known by its session, and if they have left that, by a variable that they
 * have inherited. Elsewhere the descendants have to do.
 *
 * @param ownSession whether the root has a session of its own
 * @param marker a variable, NAME=VALUE, that nobody else has
 */
record ProcessTree(ProcessHandle root, boolean ownSession, String marker) {
  private static final Path PROC = Path.of("/proc");
  private static final boolean LINUX = Files.isReadable(PROC.resolve("self/environ"));

  /** Behind the name in brackets: state, parent, group, session. */
  private static final int STATE = 0;

  private static final int SESSION = 3;

  void terminate() {
    members().forEach(ProcessHandle::destroy);
  }

  /** What a process starts while others are being ended is found the next time. */
  void kill() {
    for (int i = 0; i < 5; i++) {
      List<ProcessHandle> left = members();
      if (left.isEmpty()) {
        return;
      }
      left.forEach(ProcessHandle::destroyForcibly);
    }
  }

  boolean isGone() {
    return members().isEmpty();
  }

  private List<ProcessHandle> members() {
    Stream<ProcessHandle> known =
        Stream.concat(Stream.of(root), root.descendants()).filter(ProcessHandle::isAlive);
    Stream<ProcessHandle> marked =
        LINUX ? ProcessHandle.allProcesses().filter(this::isMember) : Stream.empty();
    return Stream.concat(known, marked)
        .filter(process -> !process.equals(ProcessHandle.current()))
        .distinct()
        .toList();
  }

  private boolean isMember(ProcessHandle process) {
    Path folder = PROC.resolve(Long.toString(process.pid()));
    try {
      String stat = Files.readString(folder.resolve("stat"), StandardCharsets.ISO_8859_1);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      if (fields[STATE].equals("Z")) {
        return false;
      }
      return ownSession && fields[SESSION].equals(Long.toString(root.pid()))
          || Files.readString(folder.resolve("environ"), StandardCharsets.ISO_8859_1)
              .contains(marker);
    } catch (IOException goneOrNotOurs) {
      return false;
    }
  }
}
