package swarmd.userhooks;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.hooks.HookResult;

/**
 * What came of a plan.
 *
 * @param result of all hooks together
 * @param hooks those that ran, in the plan's order
 */
public record HookReport(HookResult result, List<Ran> hooks) {
  static final HookReport NOTHING = new HookReport(HookResult.NOTHING, List.of());

  /** How one of them went. */
  public record Ran(UserHook hook, HookOutcome outcome, Duration took) {}

  /** For the record of the event: which hooks gave no answer, and why. */
  public Optional<String> problems() {
    return Optional.of(
            hooks.stream()
                .flatMap(
                    ran ->
                        ran.outcome().problem().stream()
                            .flatMap(why -> Stream.of("hook " + ran.hook().name() + " " + why)))
                .collect(Collectors.joining("\n")))
        .filter(text -> !text.isEmpty());
  }
}
