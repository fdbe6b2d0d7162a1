package swarmd.plugin;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The event that a hook is called for.
 *
 * @param event the host's name for the event
 * @param payload a copy of the host's payload with names in snake_case: maps, lists, strings,
 *     numbers, booleans
 */
public record HookInput(
    String event, Optional<String> session, Path project, Map<String, Object> payload) {

  public Optional<String> text(String field) {
    return payload.get(field) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /** The input of the tool that is about to run or has run. */
  public Map<?, ?> toolInput() {
    return payload.get("tool_input") instanceof Map<?, ?> input ? input : Map.of();
  }
}
