package swarmd.hostfile;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.McpSettings;
import swarmd.catalogue.McpTool;

/** The file in which a host's settings name our MCP server. */
public record McpPlace(HostProfile host, McpSettings settings, Path file) {

  /** The one that belongs to this file of hooks; empty if the host has none for that scope. */
  public static Optional<McpPlace> beside(SettingsPlace hooks) {
    Optional<McpSettings> settings = hooks.host().mcp().flatMap(HostProfile.Mcp::settings);
    if (settings.isEmpty() || hooks.scope() == Scope.LOCAL) {
      return Optional.empty();
    }
    McpSettings found = settings.get();
    Path file =
        hooks.scope() == Scope.USER
            ? found.userFile(hooks.file())
            : hooks.project().resolve(found.projectFile());
    return Optional.of(new McpPlace(hooks.host(), found, file));
  }

  /** The names that lead to our entry in the file. */
  public List<String> path() {
    return switch (settings.form()) {
      case SERVERS -> List.of("mcpServers", McpTool.SERVER);
      case WORDS -> List.of("mcp", McpTool.SERVER);
      case TABLE -> List.of("mcp_servers", McpTool.SERVER);
    };
  }
}
