package swarmd.modes;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * That somebody else than the agent that did the work has found it good.
 *
 * @param by who, for messages
 * @param at when, in epoch milliseconds
 * @param folder the work tree
 * @param digest of the work tree at that time; absent outside git
 */
record Approval(String by, long at, Optional<String> folder, Optional<String> digest) {
  static final String FIELD = "approval";

  private static final Set<String> KEYS = Set.of("by", "at", "folder", "digest");

  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("by", by);
    fields.put("at", at);
    folder.ifPresent(path -> fields.put("folder", path));
    digest.ifPresent(hash -> fields.put("digest", hash));
    return fields;
  }

  /** What {@link #fields} has returned. */
  static Approval read(Object value) {
    if (value instanceof Map<?, ?> map
        && KEYS.containsAll(map.keySet())
        && map.get("by") instanceof String by
        && map.get("at") instanceof Number at) {
      return new Approval(by, at.longValue(), text(map, "folder"), text(map, "digest"));
    }
    throw FieldChanges.wrong(FIELD, "takes an object with by and at", value);
  }

  private static Optional<String> text(Map<?, ?> map, String key) {
    return map.get(key) instanceof String text ? Optional.of(text) : Optional.empty();
  }
}
