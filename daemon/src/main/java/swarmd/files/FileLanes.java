package swarmd.files;

import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Where code that reads files runs. Every folder has a lane of its own, so that one whose disk does
 * not respond, such as a dead network mount, holds up no other.
 */
@FunctionalInterface
public interface FileLanes {

  /**
   * The lane of a folder, which need not exist. It rejects work while the folder does not respond.
   */
  Executor of(String folder);

  /** Work without a folder has a lane of its own, too. */
  default Executor of(Optional<String> folder) {
    return of(folder.orElse(""));
  }
}
