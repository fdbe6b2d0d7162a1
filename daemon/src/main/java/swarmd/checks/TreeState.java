package swarmd.checks;

/**
 * The state of a git work tree.
 *
 * @param commit the one that is checked out; empty before the first
 * @param changed how many files differ from it, new ones included
 * @param digest of all files that git does not ignore: any write to one of them changes it
 */
public record TreeState(String commit, int changed, String digest) {
  private static final char BETWEEN = '-';

  /** Of the files that git tracks and of the others that it does not ignore. */
  static String digest(String tracked, String others) {
    return tracked + BETWEEN + others;
  }

  /** Whether no tracked file was written until the work tree had this digest. */
  boolean tracksTheSameAs(String later) {
    return tracked(digest).equals(tracked(later));
  }

  private static String tracked(String digest) {
    return digest.substring(0, Math.max(0, digest.indexOf(BETWEEN)));
  }

  public boolean dirty() {
    return changed > 0;
  }
}
