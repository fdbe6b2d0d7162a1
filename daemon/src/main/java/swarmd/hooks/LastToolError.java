package swarmd.hooks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.catalogue.EventKind;
import swarmd.files.FileLanes;
import swarmd.json.Json;
import swarmd.time.Time;

/**
 * Writes .omc/state/last-tool-error.json when a tool call did not get the answer of one of its
 * hooks in time, in projects that have a .omc folder.
 */
public final class LastToolError implements ToolTimeouts {
  private static final Logger log = LoggerFactory.getLogger(LastToolError.class);

  private final FileLanes files;
  private final Time time;

  public LastToolError(FileLanes files, Time time) {
    this.files = files;
    this.time = time;
  }

  @Override
  public void onTimeout(HookEvent event, String error) {
    if (!event.is(EventKind.BEFORE_TOOL) || event.folder().isEmpty()) {
      return;
    }
    try {
      files.of(event.folder()).execute(() -> write(Path.of(event.folder().get()), event, error));
    } catch (RejectedExecutionException e) {
      log.warn("Could not write last-tool-error.json for: {}", error);
    }
  }

  /** Follows no links, because they may lead out of the project. */
  private void write(Path project, HookEvent event, String error) {
    Path folder = project.resolve(".omc");
    Path state = folder.resolve("state");
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
        || Files.exists(state, LinkOption.NOFOLLOW_LINKS)
            && !Files.isDirectory(state, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      Files.createDirectories(state);
      Path fresh = Files.createTempFile(state, "last-tool-error", ".tmp");
      Files.write(
          fresh,
          Json.bytes(
              Json.object()
                  .put("timestamp", time.millis())
                  .put("session_id", event.session().orElse(""))
                  .put("tool_name", event.text("tool_name").orElse(""))
                  .put("error", error)));
      Files.move(fresh, state.resolve("last-tool-error.json"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      log.warn("Could not write last-tool-error.json for '{}': {}", error, e.getMessage());
    }
  }
}
