package swarmd.builtin.context;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.time.Time;

/** Tells a model what a file's folder, and those above it, say about themselves. */
public final class DirectoryReadmeInjector implements HookHandler {
  private static final String OPENING =
      "[swarmd directory-readme-injector] What the folders of %s say about themselves:";

  /** Hosts pass on 10,000 for all hooks together; the rules may need 4,000 of them. */
  static final int MAX_CHARACTERS = 5_500;

  private final NearbyTexts texts;

  /**
   * @param files runs what reads the file system
   */
  public DirectoryReadmeInjector(DeliveryLog told, Executor files, Time time) {
    texts = new NearbyTexts(OPENING, MAX_CHARACTERS, new DirectoryReadmes(time), told, files, time);
  }

  @Override
  public String name() {
    return "directory-readme-injector";
  }

  @Override
  public String description() {
    return "tells the model what README.md and AGENTS.md say about the folders it works in";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    return texts.about(event);
  }
}
