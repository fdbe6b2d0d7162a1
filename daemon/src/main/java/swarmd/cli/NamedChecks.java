package swarmd.cli;

import java.util.List;
import swarmd.sessions.Project;

/** The checks that somebody names for a task or a swarm. */
final class NamedChecks {
  private NamedChecks() {}

  /** Remarks on those that no settings have yet: the tasks cannot be done before that. */
  static void noteMissing(Context context, Project project, List<String> names)
      throws InterruptedException {
    List<String> missing =
        context.await(
            context.services().checks().missing(project, names.stream().distinct().toList()));
    if (!missing.isEmpty()) {
      context
          .terminal()
          .note(
              "no settings have check '%s' yet; add it to .swarmd/settings.json: \"checks\": {\"%s\": {\"command\": \"…\"}}"
                  .formatted(String.join("', '", missing), missing.get(0)));
    }
  }
}
