package swarmd.home;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Map;
import java.util.Optional;

/**
 * Checks that a folder is the user's own, and that nobody else can change what is in it or put
 * another in its place. A client would send everything to a socket in such a folder, and a daemon
 * would run hooks from its files.
 *
 * <p>Hooks run this in a new JVM: it uses no lambdas, and looks up no names unless it has to.
 */
public final class OwnFolder {
  private static final int ROOT = 0;
  private static final int GROUP_MAY_WRITE = 0020;
  private static final int OTHERS_MAY_WRITE = 0002;
  private static final int STICKY = 01000;
  private static final int TYPE = 0170000;
  private static final int LINK = 0120000;
  private static final int MAX_LINKS = 40; // as in Linux

  private final String variable;
  private final int me;

  private OwnFolder(String variable, int me) {
    this.variable = variable;
    this.me = me;
  }

  /** What is wrong with a folder, and what to do about it. */
  public record Problem(String what, String remedy) {
    @Override
    public String toString() {
      return what + "; " + remedy;
    }
  }

  /**
   * Empty if the folder is safe to use, or safe to create.
   *
   * @param variable leads to the folder, and so can lead to another
   */
  public static Optional<Problem> problem(Path folder, String variable) {
    if (!FileSystems.getDefault().supportedFileAttributeViews().contains("unix")) {
      return Optional.empty();
    }
    try {
      return new OwnFolder(variable, CurrentUser.uid()).problem(folder.toAbsolutePath());
    } catch (IOException e) {
      return Optional.of(
          new Problem(
              folder + " cannot be checked: " + e.getMessage(),
              "set " + variable + " to a folder of your own"));
    }
  }

  private Optional<Problem> problem(Path folder) throws IOException {
    Optional<Problem> problem = problemOnTheWay(folder, 0);
    if (problem.isPresent() || !Files.exists(folder)) {
      return problem;
    }
    Path real = folder.toRealPath();
    if (!real.equals(folder)) {
      problem = problemOnTheWay(real, 0);
    }
    return problem.isPresent() ? problem : problemOf(real);
  }

  private Optional<Problem> problemOf(Path folder) throws IOException {
    Entry entry = Entry.read(folder);
    String another = "set " + variable + " to a folder of your own";
    if (entry.uid != me) {
      return Optional.of(new Problem(folder + " belongs to " + entry.ownerName(), another));
    }
    if (entry.othersMayWrite()) {
      String remedy = "check what is in it, then run: chmod go-w " + shellWord(folder);
      return Optional.of(
          new Problem("other users may write to " + folder, entry.isSticky() ? another : remedy));
    }
    return Optional.empty();
  }

  /** Follows links itself: whoever can change one of them decides where the path leads. */
  private Optional<Problem> problemOnTheWay(Path path, int links) throws IOException {
    if (links > MAX_LINKS) {
      throw new IOException("too many symbolic links");
    }
    Path at = path.getRoot();
    for (int i = 0; i < path.getNameCount(); i++) {
      Optional<Problem> problem = problemOfParent(Entry.read(at));
      if (problem.isPresent()) {
        return problem;
      }
      at = at.resolve(path.getName(i));
      if (!Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.empty(); // to be created by this user
      }
      Entry entry = Entry.read(at);
      if (entry.isLink()) {
        if (!isTrusted(entry)) {
          return Optional.of(replaceable(entry, "belongs to " + entry.ownerName()));
        }
        Path target = at.getParent().resolve(Files.readSymbolicLink(at));
        for (int rest = i + 1; rest < path.getNameCount(); rest++) {
          target = target.resolve(path.getName(rest));
        }
        return problemOnTheWay(target.normalize(), links + 1);
      }
    }
    return Optional.empty();
  }

  private Optional<Problem> problemOfParent(Entry entry) throws IOException {
    if (!isTrusted(entry)) {
      return Optional.of(replaceable(entry, "belongs to " + entry.ownerName()));
    }
    return !entry.isSticky() && entry.othersMayWrite()
        ? Optional.of(replaceable(entry, "may be changed by other users"))
        : Optional.empty();
  }

  /** Root can do anything anyway. */
  private boolean isTrusted(Entry entry) throws IOException {
    return entry.uid == ROOT || entry.uid == me || CurrentUser.isUnmapped(entry.uid);
  }

  private Problem replaceable(Entry entry, String reason) {
    return new Problem(
        entry.path + " " + reason + ", who could put another folder in the place of yours",
        "set " + variable + " to a folder below your home directory");
  }

  private static String shellWord(Path path) {
    String text = path.toString();
    return text.matches("[A-Za-z0-9_./+:@%-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  /** A file, folder or link as lstat describes it. */
  private record Entry(Path path, int uid, int mode) {
    static Entry read(Path path) throws IOException {
      Map<String, Object> values =
          Files.readAttributes(path, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
      return new Entry(path, (Integer) values.get("uid"), (Integer) values.get("mode"));
    }

    String ownerName() throws IOException {
      return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).getName();
    }

    boolean othersMayWrite() throws IOException {
      return (mode & OTHERS_MAY_WRITE) != 0 || (mode & GROUP_MAY_WRITE) != 0 && !groupIsOwn();
    }

    /** A group that is named after its owner is their own, as most distributions set it up. */
    private boolean groupIsOwn() throws IOException {
      PosixFileAttributes names = Files.readAttributes(path, PosixFileAttributes.class);
      return names.group().getName().equals(names.owner().getName());
    }

    /** As /tmp: everybody may create entries, but change only their own. */
    boolean isSticky() {
      return (mode & STICKY) != 0;
    }

    boolean isLink() {
      return (mode & TYPE) == LINK;
    }
  }
}
