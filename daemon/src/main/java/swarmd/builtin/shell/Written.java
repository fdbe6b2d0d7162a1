package swarmd.builtin.shell;

import java.util.List;
import java.util.Optional;

/**
 * Something that a command would write.
 *
 * @param path the form of an absolute path
 * @param names of a tree or of changes: only files whose names match one of these globs; all if
 *     empty
 * @param from of a copy: the form of the absolute path of the folder whose files are copied
 */
public record Written(String path, Reach reach, List<String> names, Optional<String> from) {

  /** How far it goes. */
  public enum Reach {
    /** This file, or each file that matches. */
    FILE,
    /** This file, or every file in this folder. */
    TREE,
    /** Files directly in this folder. */
    CHILDREN,
    /** Files in this folder that have the same path in the folder that is copied. */
    COPY,
    /** Files of this work tree that have been changed. */
    CHANGES,
    /** The files that a patch names, seen from this folder; the patch is `from`. */
    PATCH
  }

  static Written file(String path) {
    return new Written(path, Reach.FILE, List.of(), Optional.empty());
  }

  static Written tree(String path, List<String> names) {
    return new Written(path, Reach.TREE, names, Optional.empty());
  }

  /** The path itself; empty if it has wildcards. An unknown part of a name stands for any name. */
  public Optional<String> literal() {
    return PathForm.literal(path.replace(ShellWord.UNKNOWN, 'x'));
  }

  /** The path that is copied or the patch; empty if it has wildcards or an unknown part. */
  public Optional<String> source() {
    return from.flatMap(PathForm::literal);
  }
}
