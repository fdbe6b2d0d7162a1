package swarmd.userhooks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.swarm.Answers;
import swarmd.time.SystemTime;

/** Runs real hooks in a temporary folder. */
abstract class RunnerTest {
  @TempDir Path folder;

  private final SystemTime time = new SystemTime();
  final HookRunner runner = new HookRunner(Plugins.none(), Path.of("/"), time);

  @AfterEach
  void stopHooks() {
    runner.close();
    time.close();
  }

  HookEvent event(String name, Map<String, Object> fields) {
    Map<String, Object> all = new HashMap<>(fields);
    all.put("cwd", folder.toString());
    return Fixtures.event(name, all);
  }

  HookEvent event(String name) {
    return event(name, Map.of());
  }

  HookReport report(HookPlan plan, HookEvent event) {
    return Answers.await(runner.run(plan, event));
  }

  HookResult run(HookPlan plan, HookEvent event) {
    return report(plan, event).result();
  }

  String read(String file) throws IOException {
    return Files.readString(folder.resolve(file)).strip();
  }

  boolean exists(String file) {
    return Files.exists(folder.resolve(file));
  }
}
