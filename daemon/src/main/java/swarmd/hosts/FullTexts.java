package swarmd.hosts;

/** Keeps texts that are too long for a host. */
public interface FullTexts {

  /**
   * Returns the path of the file that contains the whole text.
   *
   * @throws java.io.UncheckedIOException if it cannot be kept
   */
  String keep(String text);
}
