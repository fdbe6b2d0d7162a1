package swarmd.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;

/** Results of every kind. */
final class Results {
  static final String LONG = "x".repeat(30_000);

  private Results() {}

  static List<HookResult> all() {
    List<HookResult> results = new ArrayList<>();
    results.add(HookResult.NOTHING);
    for (Optional<Decision> decision : decisions()) {
      for (Optional<String> reason : List.of(Optional.<String>empty(), Optional.of("why"))) {
        results.add(of(decision, reason, List.of(), false));
        results.add(of(decision, reason, List.of("one", "two"), true));
      }
      results.add(of(decision, Optional.of(LONG), List.of("", LONG), true));
    }
    return results;
  }

  private static List<Optional<Decision>> decisions() {
    return List.of(
        Optional.empty(),
        Optional.of(Decision.ALLOW),
        Optional.of(Decision.ASK),
        Optional.of(Decision.DENY));
  }

  static HookResult of(
      Optional<Decision> decision, Optional<String> reason, List<String> context, boolean more) {
    return new HookResult(
        decision,
        reason,
        context,
        more ? Optional.of(Map.of("command", "ls")) : Optional.empty(),
        more ? Optional.of("a message") : Optional.empty());
  }

  static HookResult ask(String reason) {
    return of(Optional.of(Decision.ASK), Optional.of(reason), List.of(), false);
  }

  static HookResult input(Map<String, Object> input) {
    return new HookResult(
        Optional.empty(), Optional.empty(), List.of(), Optional.of(input), Optional.empty());
  }
}
