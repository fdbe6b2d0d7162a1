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

/** Calls plugins, each time on a thread that can be abandoned. */
final class PluginRun {
  /** The time between interrupting a thread and abandoning it. */
  static final Duration INTERRUPT_GRACE = Duration.ofSeconds(1);

  private final Plugins plugins;
  private final Time time;

  PluginRun(Plugins plugins, Time time) {
    this.plugins = plugins;
    this.time = time;
  }

  RunningHook start(UserHook hook, String className, HookCall call) {
    RunningHook handle = new RunningHook();
    Optional<PluginJar> found = plugins.withClass(className);
    if (found.isEmpty()) {
      handle.finish(new HookOutcome.Failed("no plugin contains the class " + className));
    } else if (found.get().isOff()) {
      handle.finish(new HookOutcome.Failed("its plugin is switched off because it hangs"));
    } else {
      run(hook, found.get(), found.get().handler(className).orElseThrow(), call, handle);
    }
    return handle;
  }

  private void run(
      UserHook hook, PluginJar jar, HookHandler handler, HookCall call, RunningHook handle) {
    Thread thread = new Thread(() -> handle.finish(call(handler, call)), "plugin " + hook.name());
    thread.setDaemon(true);
    thread.setContextClassLoader(jar.loader());
    Time.Cancellable limit =
        time.after(
            hook.timeout(),
            () -> {
              handle.outcome().complete(HookOutcome.TimedOut.after(hook.timeout()));
              thread.interrupt();
              time.after(INTERRUPT_GRACE, () -> abandon(jar, handle));
            });
    handle.gone().thenRun(limit::cancel);
    thread.start();
  }

  private static void abandon(PluginJar jar, RunningHook handle) {
    if (handle.gone().complete(null)) {
      jar.threadAbandoned();
    }
  }

  private static HookOutcome call(HookHandler handler, HookCall call) {
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

  /** Runs on the plugin's thread, because the plugin's map may be of any class. */
  private static HookResult result(HookDecision decision) {
    Optional<Map<String, Object>> input =
        decision.updatedInput().map(fields -> Json.parseObject(Json.bytes(Json.object(fields))));
    return new HookResult(
        decision.kind().map(kind -> Decision.valueOf(kind.name())),
        decision.reason(),
        decision.context().map(List::of).orElse(List.of()),
        input,
        decision.systemMessage());
  }
}
