package swarmd.builtin.context;

import java.util.concurrent.CompletionStage;
import swarmd.files.FileLanes;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.time.Time;

/** Shows the model the README.md and AGENTS.md of a file's folder and its parents. */
public final class DirectoryReadmeInjector implements HookHandler {
  private static final String OPENING =
      "[swarmd directory-readme-injector] From the README.md and AGENTS.md in the folders of %s:";

  /** Hosts accept 10,000 for all hooks together; rules may need 4,000 of them. */
  static final int MAX_CHARACTERS = 5_500;

  private final NearbyTexts texts;

  /**
   * @param files runs the code that reads the file system
   */
  public DirectoryReadmeInjector(DeliveryLog deliveries, FileLanes files, Time time) {
    texts =
        new NearbyTexts(
            OPENING, MAX_CHARACTERS, new DirectoryReadmes(time), deliveries, files, time);
  }

  @Override
  public String name() {
    return "directory-readme-injector";
  }

  @Override
  public String description() {
    return "shows the model README.md and AGENTS.md of the folders it works in";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    return texts.handle(event);
  }
}
