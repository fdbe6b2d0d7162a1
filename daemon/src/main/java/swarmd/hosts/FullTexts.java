package swarmd.hosts;

/** Keeps texts that are too long for a host. */
public interface FullTexts {

  /**
   * Where the whole text can be read from now on.
   *
   * @throws java.io.UncheckedIOException if it cannot be kept
   */
  String keep(String text);
}
