package swarmd.userhooks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import swarmd.catalogue.EventKind;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;

/** Merges the results of an event's hooks, in their order. */
final class ResultMerge {
  private static final String TOOL_INPUT = "tool_input";
  private static final String TOOL_CONFIG = "toolConfig";
  private static final List<String> MODES = List.of("AUTO", "ANY", "NONE");

  private ResultMerge() {}

  /**
   * Whether the remaining hooks of a sequence can no longer change the decision. An approval of a
   * permission stands only after every other guard had its say, or failed.
   */
  static boolean ends(HookEvent event, HookResult result) {
    if (event.is(EventKind.PERMISSION_REQUEST)) {
      return result.decides() && !result.is(Decision.ALLOW);
    }
    return event.stopsAnAgent() ? result.decides() : result.is(Decision.DENY);
  }

  static HookResult merge(HookEvent event, List<HookResult> results) {
    Optional<Decision> decision =
        event.stopsAnAgent()
            ? results.stream().flatMap(result -> result.decision().stream()).findFirst()
            : results.stream()
                .flatMap(result -> result.decision().stream())
                .max(Decision::compareTo);
    boolean denied = decision.equals(Optional.of(Decision.DENY));
    return new HookResult(
            decision,
            decision.flatMap(made -> reason(event, made, results)),
            denied && !hasHappened(event) ? List.of() : context(results),
            denied ? Optional.empty() : updatedInput(event, results),
            joined(
                results.stream().flatMap(result -> result.systemMessage().stream()).toList(), "\n"))
        .withHostOutput(hostOutput(results));
  }

  /** After the tools have run, a denial is only advice, and its context still applies. */
  private static boolean hasHappened(HookEvent event) {
    return event.kind().isAfterTool() || event.name().equals("PostToolBatch");
  }

  /** Where the first decision wins, only its reason is used. */
  private static Optional<String> reason(
      HookEvent event, Decision decision, List<HookResult> results) {
    List<String> reasons =
        results.stream()
            .filter(result -> result.decision().equals(Optional.of(decision)))
            .limit(
                event.is(EventKind.PERMISSION_REQUEST) || event.stopsAnAgent() ? 1 : results.size())
            .flatMap(result -> result.reason().stream())
            .distinct()
            .toList();
    return joined(reasons, "\n");
  }

  private static List<String> context(List<HookResult> results) {
    return joined(results.stream().flatMap(result -> result.context().stream()).toList(), "\n\n")
        .stream()
        .toList();
  }

  private static Optional<String> joined(List<String> texts, String separator) {
    return texts.isEmpty() ? Optional.empty() : Optional.of(String.join(separator, texts));
  }

  /** The complete input, because hosts expect all of it. */
  private static Optional<Map<String, Object>> updatedInput(
      HookEvent event, List<HookResult> results) {
    List<Map<String, Object>> updates =
        results.stream().flatMap(result -> result.updatedInput().stream()).toList();
    if (updates.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Object> input =
        HookOutput.object(event.fields().get(TOOL_INPUT)).orElseGet(LinkedHashMap::new);
    updates.forEach(input::putAll);
    return Optional.of(input);
  }

  private static Map<String, Object> hostOutput(List<HookResult> results) {
    Map<String, Object> output = Map.of();
    for (HookResult result : results) {
      output = overriding(output, result.hostOutput());
    }
    List<Map<String, Object>> configs =
        results.stream()
            .flatMap(result -> HookOutput.object(result.hostOutput().get(TOOL_CONFIG)).stream())
            .toList();
    if (!configs.isEmpty()) {
      output = new LinkedHashMap<>(output);
      output.put(TOOL_CONFIG, tools(configs));
    }
    return output;
  }

  /** Later fields override earlier ones; objects are merged, lists are replaced. */
  private static Map<String, Object> overriding(
      Map<String, Object> first, Map<String, Object> later) {
    Map<String, Object> both = new LinkedHashMap<>(first);
    later.forEach(
        (name, value) -> {
          Optional<Map<String, Object>> before = HookOutput.object(both.get(name));
          Optional<Map<String, Object>> after = HookOutput.object(value);
          both.put(
              name,
              before.isPresent() && after.isPresent()
                  ? overriding(before.get(), after.get())
                  : value);
        });
    return both;
  }

  /** The strictest mode, and the names that any hook allows; no names with NONE. */
  private static Map<String, Object> tools(List<Map<String, Object>> configs) {
    Map<String, Object> merged = new LinkedHashMap<>();
    int mode =
        configs.stream()
            .map(config -> String.valueOf(config.get("mode")))
            .mapToInt(MODES::indexOf)
            .max()
            .orElse(-1);
    if (mode >= 0) {
      merged.put("mode", MODES.get(mode));
    }
    Set<Object> names =
        configs.stream()
            .map(config -> config.get("allowedFunctionNames"))
            .filter(List.class::isInstance)
            .flatMap(list -> ((List<?>) list).stream())
            .filter(Objects::nonNull)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    boolean none = mode == MODES.indexOf("NONE");
    if (none || !names.isEmpty()) {
      merged.put("allowedFunctionNames", none ? List.of() : new ArrayList<>(names));
    }
    return merged;
  }

  /** The payload for the next hook of a sequence, with the changes of this result. */
  static Map<String, Object> rewritten(Map<String, Object> payload, HookResult result) {
    Map<String, Object> next = new LinkedHashMap<>(payload);
    result
        .updatedInput()
        .ifPresent(
            update -> {
              Map<String, Object> input =
                  HookOutput.object(payload.get(TOOL_INPUT)).orElseGet(LinkedHashMap::new);
              input.putAll(update);
              next.put(TOOL_INPUT, input);
            });
    Map<String, Object> known = new LinkedHashMap<>(result.hostOutput());
    known.keySet().retainAll(payload.keySet());
    return overriding(next, known);
  }
}
