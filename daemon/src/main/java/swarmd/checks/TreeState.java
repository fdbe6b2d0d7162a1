package swarmd.checks;

/**
 * The state of a git work tree.
 *
 * @param commit what is checked out; empty before the first commit
 * @param changed how many files differ from it, new ones included
 * @param digest of all files that git does not ignore: any write to one of them changes it
 */
public record TreeState(String commit, int changed, String digest) {

  public boolean dirty() {
    return changed > 0;
  }
}
