package swarmd.userhooks;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.hooks.HookResult;

/**
 * The outcome of a plan.
 *
 * @param result of all hooks together
 * @param hooks those that ran, in the plan's order
 */
public record HookReport(HookResult result, List<Ran> hooks) {
  static final HookReport NOTHING = new HookReport(HookResult.NOTHING, List.of());

  /** The outcome of one hook. */
  public record Ran(UserHook hook, HookOutcome outcome, Duration took) {
    boolean answered() {
      return outcome.isAnswer();
    }
  }

  /** The hooks without an answer and the reasons, for the record of the event. */
  public Optional<String> problems() {
    return problems(hooks.stream());
  }

  /** The same of those hooks only that did not answer in time. */
  Optional<String> timeouts() {
    return problems(hooks.stream().filter(ran -> ran.outcome() instanceof HookOutcome.TimedOut));
  }

  private static Optional<String> problems(Stream<Ran> hooks) {
    return Optional.of(
            hooks
                .flatMap(
                    ran ->
                        ran.outcome().problem().stream()
                            .flatMap(
                                reason -> Stream.of("hook " + ran.hook().name() + " " + reason)))
                .collect(Collectors.joining("\n")))
        .filter(text -> !text.isEmpty());
  }
}
