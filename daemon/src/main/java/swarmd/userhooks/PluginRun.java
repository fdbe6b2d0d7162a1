package swarmd.userhooks;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.json.Json;
import swarmd.plugin.HookDecision;
import swarmd.plugin.HookHandler;
import swarmd.plugin.HookInput;
import swarmd.time.Time;

/** Asks plugins, each time on a thread that can be given up. */
final class PluginRun {
  /** Between an interrupt and giving the thread up. */
  static final Duration ABANDON = Duration.ofSeconds(1);

  private final Plugins plugins;
  private final Time time;

  PluginRun(Plugins plugins, Time time) {
    this.plugins = plugins;
    this.time = time;
  }

  Running start(UserHook hook, String className, HookCall call) {
    Running handle = new Running();
    Optional<PluginJar> found = plugins.withClass(className);
    if (found.isEmpty()) {
      handle.finish(new HookOutcome.Failed("no plugin has a class " + className));
    } else if (found.get().isOff()) {
      handle.finish(new HookOutcome.Failed("its plugin is switched off because it hangs"));
    } else {
      run(hook, found.get(), found.get().handler(className).orElseThrow(), call, handle);
    }
    return handle;
  }

  private void run(
      UserHook hook, PluginJar jar, HookHandler handler, HookCall call, Running handle) {
    Thread thread = new Thread(() -> handle.finish(ask(handler, call)), "plugin " + hook.name());
    thread.setDaemon(true);
    thread.setContextClassLoader(jar.loader());
    Time.Cancellable limit =
        time.after(
            hook.timeout(),
            () -> {
              handle.outcome().complete(HookOutcome.TimedOut.after(hook.timeout()));
              thread.interrupt();
              time.after(ABANDON, () -> abandon(jar, handle));
            });
    handle.gone().thenRun(limit::cancel);
    thread.start();
  }

  private static void abandon(PluginJar jar, Running handle) {
    if (handle.gone().complete(null)) {
      jar.threadAbandoned();
    }
  }

  private static HookOutcome ask(HookHandler handler, HookCall call) {
    try {
      HookDecision decision =
          handler.handle(
              new HookInput(
                  call.event().name(),
                  call.event().session(),
                  call.directory(),
                  Json.parseObject(call.json())));
      return new HookOutcome.Answered(result(decision));
    } catch (Throwable e) { // also a StackOverflowError, or a class that is missing
      return new HookOutcome.Failed(e.toString());
    }
  }

  /** On the plugin's thread: its map may be of any kind. */
  private static HookResult result(HookDecision decision) {
    Optional<Map<String, Object>> input =
        decision.updatedInput().map(given -> Json.parseObject(Json.bytes(Json.object(given))));
    return new HookResult(
        decision.kind().map(kind -> Decision.valueOf(kind.name())),
        decision.reason(),
        decision.context().map(List::of).orElse(List.of()),
        input,
        decision.systemMessage());
  }
}
