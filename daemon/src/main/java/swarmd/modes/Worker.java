package swarmd.modes;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import swarmd.files.GlobOverlap;

/** A worker of ultrapilot, with the files that only it may change. */
record Worker(String name, List<String> files, Status status) {

  enum Status {
    RUNNING,
    DONE,
    FAILED
  }

  private static final int MAX_FILES = 100;
  private static final int MAX_GLOB = 256;
  private static final Set<String> KEYS = Set.of("name", "files", "status");

  boolean isRunning() {
    return status == Status.RUNNING;
  }

  /** The globs of both that can match the same file. */
  Optional<String> overlapWith(Worker other) {
    for (String mine : files) {
      for (String theirs : other.files) {
        if (GlobOverlap.exists(mine, theirs)) {
          return Optional.of(mine.equals(theirs) ? mine : mine + " and " + theirs);
        }
      }
    }
    return Optional.empty();
  }

  Worker withStatus(Status other) {
    return new Worker(name, files, other);
  }

  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", name);
    fields.put("files", files);
    fields.put("status", FieldChanges.label(status));
    return Collections.unmodifiableMap(fields);
  }

  /** Reads what {@link #fields} returns, or what {@link #declared} accepts. */
  static Worker read(String field, Object value) {
    if (value instanceof String text) {
      return declared(field, text);
    }
    if (value instanceof Map<?, ?> map && KEYS.containsAll(map.keySet())) {
      Object status = map.containsKey("status") ? map.get("status") : "running";
      return new Worker(
          FieldChanges.name(field + ".name", map.get("name")),
          map.containsKey("files") ? globs(field + ".files", map.get("files")) : List.of(),
          FieldChanges.choice(field + ".status", status, Status.class));
    }
    throw FieldChanges.wrong(field, "takes names, or objects with name, files and status", value);
  }

  /** "name" or "name=glob,glob". */
  static Worker declared(String field, String text) {
    int equals = text.indexOf('=');
    return equals < 0
        ? new Worker(FieldChanges.name(field, text), List.of(), Status.RUNNING)
        : new Worker(
            FieldChanges.name(field, text.substring(0, equals)),
            globs(field, text.substring(equals + 1)),
            Status.RUNNING);
  }

  private static List<String> globs(String field, Object value) {
    return FieldChanges.list(field, value, MAX_FILES).stream()
        .map(glob -> glob(field, glob))
        .toList();
  }

  private static String glob(String field, Object value) {
    if (value instanceof String glob && !glob.isBlank() && glob.length() <= MAX_GLOB) {
      return glob;
    }
    throw FieldChanges.wrong(field, "takes globs of 1 to " + MAX_GLOB + " characters", value);
  }
}
