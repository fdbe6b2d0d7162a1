package swarmd.swarm;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import swarmd.swarm.ImportRules.Effect;

/**
 * What an import does.
 *
 * @param cancelled those that are finished elsewhere
 * @param skipped those that are finished elsewhere and were never known here
 */
public record Imported(long added, long changed, long cancelled, long unchanged, long skipped) {

  static Imported of(TaskQueries tasks, String project, List<ImportedTask> imported) {
    Map<Effect, Long> counts = new EnumMap<>(Effect.class);
    imported.forEach(each -> counts.merge(ImportRules.effect(tasks, project, each), 1L, Long::sum));
    return new Imported(
        counts.getOrDefault(Effect.ADD, 0L),
        counts.getOrDefault(Effect.CHANGE, 0L),
        counts.getOrDefault(Effect.CANCEL, 0L),
        counts.getOrDefault(Effect.NONE, 0L),
        counts.getOrDefault(Effect.SKIP, 0L));
  }
}
