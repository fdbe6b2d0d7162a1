package swarmd.client;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import swarmd.home.Home;

/** A launchd agent on macOS. */
record Launchd(Path program, Map<String, String> environment, Path output, long user)
    implements ServiceManager {
  private static final String LABEL = "dev.swarmd";

  @Override
  public String name() {
    return "launchctl";
  }

  private static Path file() {
    return Path.of(Home.user(), "Library", "LaunchAgents", LABEL + ".plist");
  }

  @Override
  public Map<Path, String> files() {
    return Map.of(file(), description());
  }

  private String description() {
    StringBuilder variables = new StringBuilder();
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      variables.append("    <key>").append(escape(variable.getKey())).append("</key>");
      variables.append("<string>").append(escape(variable.getValue())).append("</string>\n");
    }
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>Label</key><string>%s</string>
      <key>ProgramArguments</key><array><string>%s</string></array>
      <key>EnvironmentVariables</key>
      <dict>
    %s  </dict>
      <key>RunAtLoad</key><true/>
      <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
      <key>StandardOutPath</key><string>%s</string>
      <key>StandardErrorPath</key><string>%s</string>
    </dict>
    </plist>
    """
        .formatted(
            LABEL,
            escape(program.toString()),
            variables,
            escape(output.toString()),
            escape(output.toString()));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  @Override
  public List<List<String>> announce() {
    return List.of();
  }

  @Override
  public List<List<String>> start() {
    return List.of(List.of("launchctl", "bootstrap", "gui/" + user, file().toString()));
  }

  @Override
  public List<List<String>> stop() {
    return List.of(List.of("launchctl", "bootout", "gui/" + user + "/" + LABEL));
  }

  @Override
  public String startAdvice() {
    return "see: launchctl print gui/" + user + "/" + LABEL;
  }
}
