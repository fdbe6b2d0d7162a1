package swarmd.hooks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.catalogue.EventKind;
import swarmd.json.Json;
import swarmd.time.Time;

/**
 * Leaves a note in a project that has a folder for such notes, when a tool call had to go on
 * without an answer.
 */
public final class LastToolError implements ToolTimeouts {
  private static final Logger log = LoggerFactory.getLogger(LastToolError.class);

  private final Executor files;
  private final Time time;

  public LastToolError(Executor files, Time time) {
    this.files = files;
    this.time = time;
  }

  @Override
  public void happened(HookEvent event, String error) {
    if (!event.is(EventKind.BEFORE_TOOL) || event.folder().isEmpty()) {
      return;
    }
    try {
      files.execute(() -> write(Path.of(event.folder().get()), event, error));
    } catch (RejectedExecutionException e) {
      log.warn("No note was left of: {}", error);
    }
  }

  /** A link may lead out of the project, so none is followed. */
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
      log.warn("No note was left of '{}': {}", error, e.getMessage());
    }
  }
}
