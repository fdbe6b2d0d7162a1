package swarmd.retention;

/** The files of long texts. */
public interface OldTexts {

  int countBefore(long millis);

  /** Returns how many were deleted. */
  int deleteBefore(long millis);
}
