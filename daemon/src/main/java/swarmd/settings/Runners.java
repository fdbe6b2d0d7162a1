package swarmd.settings;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.settings.Settings.InvalidSettings;

/**
 * The commands that run a project's own tests and linters, as the person has declared them.
 *
 * @param everywhere for all projects
 * @param byProject for one project, by its folder or name
 */
public record Runners(List<String> everywhere, Map<String, List<String>> byProject) {
  public static final Runners NONE = new Runners(List.of(), Map.of());

  private static final String FIELD = "permissions.runners";

  static Runners in(JsonNode node) {
    if (node.isMissingNode()) {
      return NONE;
    }
    if (node.isArray()) {
      return new Runners(Permissions.rules(FIELD, node), Map.of());
    }
    if (!node.isObject()) {
      throw new InvalidSettings(
          FIELD
              + " must be a list of commands, or an object with such a list for each project"
              + " (settings.json)");
    }
    Map<String, List<String>> byProject = new LinkedHashMap<>();
    for (var project : node.properties()) {
      byProject.put(
          project.getKey(), Permissions.rules(FIELD + "." + project.getKey(), project.getValue()));
    }
    return new Runners(List.of(), Map.copyOf(byProject));
  }

  /** The commands of one project. */
  public List<String> of(Optional<String> name, Optional<String> folder) {
    return Stream.of(
            everywhere.stream(),
            declaredFor(name),
            declaredFor(folder.filter(f -> !isName(f, name))))
        .flatMap(commands -> commands)
        .toList();
  }

  private static boolean isName(String folder, Optional<String> name) {
    return name.filter(folder::equals).isPresent();
  }

  private Stream<String> declaredFor(Optional<String> project) {
    return project.stream().flatMap(key -> byProject.getOrDefault(key, List.of()).stream());
  }
}
