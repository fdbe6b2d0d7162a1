package swarmd.sessions;

/**
 * What sessions work on together.
 *
 * @param id the folder, or the name that the project's settings give it
 * @param folder the main work tree, or outside git the folder itself
 */
public record Project(String id, String folder) {

  /** A project that is known by its folder. */
  public static Project in(String folder) {
    return new Project(folder, folder);
  }
}
