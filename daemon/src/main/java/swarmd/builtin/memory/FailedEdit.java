package swarmd.builtin.memory;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.builtin.payload.ToolFile;
import swarmd.catalogue.EventKind;
import swarmd.hooks.HookEvent;

/**
 * An edit that failed because its text did not match the file.
 *
 * @param toolUse the host's id of the call, if it has one
 */
record FailedEdit(EditError error, String file, Optional<String> toolUse) {
  private static final int MAX_CALLS = 100;

  /** Claude Code reports edits that its own checks refuse only in the batch event. */
  static Stream<FailedEdit> in(HookEvent event) {
    if (!event.is(EventKind.TOOL_BATCH)) {
      return of(event).stream();
    }
    return event.list("tool_calls").stream()
        .limit(MAX_CALLS)
        .filter(Map.class::isInstance)
        .map(call -> asEvent(event, (Map<?, ?>) call))
        .flatMap(call -> of(call).stream());
  }

  private static HookEvent asEvent(HookEvent batch, Map<?, ?> call) {
    Map<String, Object> fields = new HashMap<>();
    for (String field : List.of("tool_name", "tool_input", "tool_response", "tool_use_id")) {
      Optional.ofNullable(call.get(field)).ifPresent(value -> fields.put(field, value));
    }
    batch.text("cwd").ifPresent(directory -> fields.put("cwd", directory));
    return batch.withFields(fields);
  }

  private static Optional<FailedEdit> of(HookEvent call) {
    return message(call)
        .flatMap(EditError::in)
        .flatMap(
            error ->
                ToolFile.edited(call).stream()
                    .findFirst()
                    .map(
                        file ->
                            new FailedEdit(
                                error, file.path().toString(), call.text("tool_use_id"))));
  }

  private static Optional<String> message(HookEvent call) {
    Object response = call.fields().get("tool_response");
    if (response instanceof String text) {
      return text.startsWith("<tool_use_error>") ? Optional.of(text) : Optional.empty();
    }
    Object error = response instanceof Map<?, ?> fields ? fields.get("error") : "";
    Object message = error instanceof Map<?, ?> fields ? fields.get("message") : error;
    return call.text("error")
        .or(
            () ->
                message instanceof String text && !text.isBlank()
                    ? Optional.of(text)
                    : Optional.empty());
  }
}
