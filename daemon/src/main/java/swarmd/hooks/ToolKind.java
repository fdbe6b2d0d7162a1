package swarmd.hooks;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a tool does, whichever host has it. */
public enum ToolKind {
  SHELL("Bash", "run_shell_command"),
  READ("Read", "NotebookRead", "read_file"),
  EDIT("Edit", "Write", "MultiEdit", "NotebookEdit", "write_file", "replace"),
  SEARCH("Grep", "Glob", "LS", "grep_search", "search_file_content", "glob", "list_directory"),
  AGENT("Agent", "Task"),
  TODO("TodoWrite", "TaskCreate", "TaskUpdate", "write_todos"),
  OTHER;

  private static final Map<String, ToolKind> BY_NAME =
      Arrays.stream(values())
          .flatMap(kind -> Stream.of(kind.names.split(" ")).map(name -> Map.entry(name, kind)))
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

  private final String names;

  ToolKind(String... names) {
    this.names = String.join(" ", names);
  }

  public static ToolKind of(String tool) {
    return BY_NAME.getOrDefault(tool, OTHER);
  }

  /** What the hosts call them. */
  public List<String> names() {
    return names.isEmpty() ? List.of() : List.of(names.split(" "));
  }
}
