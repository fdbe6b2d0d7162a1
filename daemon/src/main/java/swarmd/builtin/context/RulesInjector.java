package swarmd.builtin.context;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.time.Time;

/** Tells a model the project's rules for a file when it reads or changes it, each rule once. */
public final class RulesInjector implements HookHandler {
  private static final String OPENING = "[swarmd rules-injector] Rules of this project for %s:";
  static final int MAX_CHARACTERS = 4_000;

  private final NearbyTexts texts;

  /**
   * @param files runs what reads the file system
   */
  public RulesInjector(DeliveryLog told, Executor files, Time time) {
    texts = new NearbyTexts(OPENING, MAX_CHARACTERS, new RuleFiles(time), told, files, time);
  }

  @Override
  public String name() {
    return "rules-injector";
  }

  @Override
  public String description() {
    return "tells the model the project's rules for the files it reads and edits";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    return texts.about(event);
  }
}
