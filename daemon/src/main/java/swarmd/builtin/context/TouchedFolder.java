package swarmd.builtin.context;

import java.nio.file.Path;
import java.util.Optional;
import swarmd.builtin.ToolFile;
import swarmd.catalogue.HostProfile;
import swarmd.hooks.HookEvent;

/**
 * A folder in which a tool has read or changed a file.
 *
 * @param project its canonical directory
 * @param folder as the host calls it; links are not resolved yet
 */
record TouchedFolder(HostProfile host, String project, Path folder) {

  /** Empty if nobody could say later that the model knows of it already. */
  static Optional<TouchedFolder> of(HookEvent event, ToolFile file) {
    Path folder = file.path().getParent();
    return folder == null || !event.hasSession()
        ? Optional.empty()
        : Optional.of(new TouchedFolder(event.host(), event.folder().get(), folder));
  }

  Path root() {
    return Path.of(project);
  }
}
