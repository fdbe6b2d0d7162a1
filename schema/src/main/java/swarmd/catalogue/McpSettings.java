package swarmd.catalogue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where a host's settings name the MCP servers that it starts, and in which form.
 *
 * @param userFiles seen from the folder of the user's hooks: the first that exists, else the last
 * @param projectFile seen from the project
 * @param more what an entry has besides the command
 */
public record McpSettings(
    List<String> userFiles, String projectFile, Form form, Map<String, Object> more) {

  /** Always in the same order, so that a file stays as it is. */
  public McpSettings {
    more = Collections.unmodifiableMap(new TreeMap<>(more));
  }

  /** How an entry is written. */
  public enum Form {
    /** JSON: command, args and env, below mcpServers. */
    SERVERS,
    /** JSON: all words in command, and environment, below mcp. */
    WORDS,
    /** TOML: a table below mcp_servers. */
    TABLE
  }

  /** The file for all projects, seen from the file with the user's hooks. */
  public Path userFile(Path hooks) {
    Path last = hooks;
    for (String name : userFiles) {
      last = hooks.resolveSibling(name).normalize();
      if (Files.exists(last)) {
        return last;
      }
    }
    return last;
  }
}
