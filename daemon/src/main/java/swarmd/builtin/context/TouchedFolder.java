package swarmd.builtin.context;

import java.nio.file.Path;
import java.util.Optional;
import swarmd.builtin.payload.ToolFile;
import swarmd.catalogue.HostProfile;
import swarmd.hooks.HookEvent;

/**
 * A folder in which a tool has read or changed a file.
 *
 * @param project its canonical directory
 * @param folder the host's path, with links not yet resolved
 */
record TouchedFolder(HostProfile host, String project, Path folder) {

  /** Empty without a session: deliveries could not be recorded. */
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
