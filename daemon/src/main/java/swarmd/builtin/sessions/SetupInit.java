package swarmd.builtin.sessions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.files.FileLanes;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;

/** Creates the project's folder, and exports the session id in its shell. */
public final class SetupInit implements HookHandler {
  private static final String VARIABLE = "SWARM_SESSION";

  private final Path home;
  private final FileLanes files;

  /**
   * @param home the daemon's own folder
   * @param files runs the code that reads and writes files
   */
  public SetupInit(Path home, FileLanes files) {
    this.home = home;
    this.files = files;
  }

  @Override
  public String name() {
    return "setup";
  }

  @Override
  public String description() {
    return "creates the project's folder, sets the shell's variables";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    return event.hasSession()
        ? CompletableFuture.supplyAsync(() -> setUp(event), files.of(event.folder()))
        : HookResult.SILENCE;
  }

  private HookResult setUp(HookEvent event) {
    try {
      List<String> done = new ArrayList<>();
      List<String> created = ProjectFolder.create(Path.of(event.folder().get()), home);
      if (!created.isEmpty()) {
        done.add("created " + String.join(" and ", created));
      }
      Optional<EnvFile> envFile = event.text(HookEvent.ENV_FILE).flatMap(EnvFile::named);
      if (envFile.isPresent()
          && envFile.get().export(VARIABLE, event.session().get(), Files.getOwner(home))) {
        done.add("set " + VARIABLE + " in the session's shell");
      }
      return HookResult.NOTHING.withSystemMessage(
          "swarmd: " + (done.isEmpty() ? "nothing to set up" : String.join(", ", done)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
