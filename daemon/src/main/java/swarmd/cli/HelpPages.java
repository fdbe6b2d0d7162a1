package swarmd.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * The help of every command in one text, which the build puts into the client, so that help needs
 * no daemon. A form feed and the command begin each page.
 */
final class HelpPages {
  private HelpPages() {}

  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text());
  }

  static String text() {
    StringBuilder pages = new StringBuilder();
    add("swarm", SwarmCommand.commandLine(), pages);
    return pages.toString();
  }

  private static void add(String command, CommandLine line, StringBuilder pages) {
    line.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.ON));
    pages
        .append('\f')
        .append(command)
        .append('\n')
        .append(line.getUsageMessage(line.getColorScheme()));
    for (Map.Entry<String, CommandLine> below : line.getSubcommands().entrySet()) {
      add(command + " " + below.getKey(), below.getValue(), pages);
    }
  }
}
