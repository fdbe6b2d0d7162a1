package swarmd.home;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Map;
import java.util.Optional;

/**
 * Checks that a folder is the user's own, and that nobody else can change what is in it or put
 * another in its place. A client would send everything to a socket in such a folder, and a daemon
 * would run hooks from its files.
 *
 * <p>Hooks run this in a new JVM, so it uses no lambdas.
 */
public final class OwnFolder {
  private static final int ROOT = 0;
  private static final int GROUP_MAY_WRITE = 0020;
  private static final int OTHERS_MAY_WRITE = 0002;
  private static final int STICKY = 01000;
  private static final int TYPE = 0170000;
  private static final int LINK = 0120000;
  private static final int MAX_LINKS = 40; // as in Linux

  private OwnFolder() {}

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
      Optional<Problem> problem = problemOnTheWay(folder.toAbsolutePath(), variable, 0);
      if (problem.isPresent() || !Files.exists(folder)) {
        return problem;
      }
      Path real = folder.toRealPath();
      problem = problemOnTheWay(real, variable, 0);
      return problem.isPresent() ? problem : problemOf(real, variable);
    } catch (IOException e) {
      return Optional.of(
          new Problem(
              folder + " cannot be checked: " + e.getMessage(),
              "set " + variable + " to a folder of your own"));
    }
  }

  private static Optional<Problem> problemOf(Path folder, String variable) throws IOException {
    Entry entry = Entry.read(folder);
    if (!entry.isMine()) {
      return Optional.of(
          new Problem(
              folder + " belongs to " + entry.owner.getName(),
              "set " + variable + " to a folder of your own"));
    }
    if (entry.othersMayWrite()) {
      return Optional.of(
          new Problem(
              "other users may write to " + folder,
              "check what is in it, then run: chmod go-w " + shellWord(folder)));
    }
    return Optional.empty();
  }

  /** Follows links itself: whoever can change one of them decides where the path leads. */
  private static Optional<Problem> problemOnTheWay(Path path, String variable, int links)
      throws IOException {
    if (links > MAX_LINKS) {
      throw new IOException("too many symbolic links");
    }
    Path at = path.getRoot();
    for (int i = 0; i < path.getNameCount(); i++) {
      Optional<Problem> problem = problemOfParent(at, variable);
      if (problem.isPresent()) {
        return problem;
      }
      at = at.resolve(path.getName(i));
      if (!Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.empty(); // to be created by this user
      }
      Entry entry = Entry.read(at);
      if (entry.isLink()) {
        if (!entry.isTrusted()) {
          return Optional.of(replaceable(at, "belongs to " + entry.owner.getName(), variable));
        }
        Path target = at.getParent().resolve(Files.readSymbolicLink(at));
        Path rest = i + 1 < path.getNameCount() ? path.subpath(i + 1, path.getNameCount()) : null;
        return problemOnTheWay(
            (rest == null ? target : target.resolve(rest)).normalize(), variable, links + 1);
      }
    }
    return Optional.empty();
  }

  private static Optional<Problem> problemOfParent(Path parent, String variable)
      throws IOException {
    Entry entry = Entry.read(parent);
    if (!entry.isTrusted()) {
      return Optional.of(replaceable(parent, "belongs to " + entry.owner.getName(), variable));
    }
    return entry.othersMayWrite() && !entry.isSticky()
        ? Optional.of(replaceable(parent, "may be changed by other users", variable))
        : Optional.empty();
  }

  private static Problem replaceable(Path place, String reason, String variable) {
    return new Problem(
        place + " " + reason + ", who could put another folder in the place of yours",
        "set " + variable + " to a folder below your home directory");
  }

  private static String shellWord(Path path) {
    String text = path.toString();
    return text.matches("[A-Za-z0-9_./+:@%-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  /** A file, folder or link as lstat describes it. */
  private record Entry(int uid, int mode, UserPrincipal owner, String group) {
    static Entry read(Path path) throws IOException {
      Map<String, Object> values =
          Files.readAttributes(path, "unix:uid,mode,owner,group", LinkOption.NOFOLLOW_LINKS);
      return new Entry(
          (Integer) values.get("uid"),
          (Integer) values.get("mode"),
          (UserPrincipal) values.get("owner"),
          ((UserPrincipal) values.get("group")).getName());
    }

    boolean isMine() throws IOException {
      return owner.equals(CurrentUser.principal());
    }

    /** Root can do anything anyway. */
    boolean isTrusted() throws IOException {
      return uid == ROOT || isMine() || CurrentUser.isUnmapped(uid);
    }

    /** A group that is named after its owner is their own, as most distributions set it up. */
    boolean othersMayWrite() {
      return (mode & OTHERS_MAY_WRITE) != 0
          || (mode & GROUP_MAY_WRITE) != 0 && !group.equals(owner.getName());
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
