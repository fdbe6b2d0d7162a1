package swarmd.builtin.context;

import java.util.concurrent.CompletionStage;
import swarmd.files.FileLanes;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.time.Time;

/** Shows the model the project's rules for a file that it reads or changes, each rule once. */
public final class RulesInjector implements HookHandler {
  private static final String OPENING = "[swarmd rules-injector] This project's rules for %s:";
  static final int MAX_CHARACTERS = 4_000;

  private final NearbyTexts texts;

  /**
   * @param files runs the code that reads the file system
   */
  public RulesInjector(DeliveryLog deliveries, FileLanes files, Time time) {
    texts = new NearbyTexts(OPENING, MAX_CHARACTERS, new RuleFiles(time), deliveries, files, time);
  }

  @Override
  public String name() {
    return "rules-injector";
  }

  @Override
  public String description() {
    return "shows the model the project's rules for the files it reads and edits";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    return texts.handle(event);
  }
}
