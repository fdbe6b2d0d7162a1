package swarmd.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import swarmd.catalogue.CommandFormat;
import swarmd.hostfile.Scope;
import swarmd.install.InstallReport;
import swarmd.install.InstallReport.Change;
import swarmd.install.Via;
import swarmd.json.Json;

/** Prints what an install or uninstall changed. */
record InstallPrinter(Context context, boolean json, boolean dryRun) {
  void print(InstallReport report) {
    if (json) {
      context.printJson(asJson(report));
      return;
    }
    if (dryRun) {
      printDiff(report.diff());
      if (report.diff().isEmpty()) {
        context.terminal().note("nothing would change: " + summary(report));
      }
    } else {
      context.terminal().println(summary(report));
      details(report);
    }
    report.warnings().forEach(warning -> context.terminal().note("warning: " + warning));
  }

  /** Left unchanged in a pipe, where a program may apply it. */
  private void printDiff(String diff) {
    Terminal terminal = context.terminal();
    terminal.print(terminal.interactive() ? Terminal.sanitize(diff) : diff);
  }

  private static String summary(InstallReport report) {
    String title = report.place().host().title();
    String file = report.place().file().toString();
    boolean plugin = report.place().settings().isPlugin();
    return switch (report.change()) {
      case INSTALLED ->
          plugin
              ? "installed the plugin for " + title + ": " + file
              : "installed the hooks for " + title + " in " + file + via(report);
      case REPLACED ->
          plugin ? "replaced " + file : "replaced swarmd's hooks in " + file + via(report);
      case ALREADY_INSTALLED -> "already installed in " + file + (plugin ? "" : via(report));
      case RESTORED ->
          plugin ? "removed " + file : file + " is restored to what it was before the install";
      case REMOVED ->
          "removed swarmd's hooks from " + file + ", which has changed since the install";
      case NOT_INSTALLED -> "not installed: no swarmd hooks in " + file;
    };
  }

  private static String via(InstallReport report) {
    return report.via().map(via -> " (via " + label(via) + ")").orElse("");
  }

  private static String label(Via via) {
    return via.name().toLowerCase(Locale.ROOT);
  }

  private void details(InstallReport report) {
    Change change = report.change();
    report.notes().forEach(context.terminal()::println);
    if (!report.commands().isEmpty()) {
      context.terminal().println(commands(report));
    }
    report.policies().forEach(file -> context.terminal().println(policy(report, file)));
    report
        .mcp()
        .ifPresent(
            file ->
                context
                    .terminal()
                    .println("%s the MCP server in %s".formatted(verb(report), file)));
    if (change == Change.INSTALLED || change == Change.REPLACED) {
      report.backup().ifPresent(file -> context.terminal().println("backup  " + file));
      context.terminal().println("undo    swarm uninstall " + report.place().arguments());
      if (report.notes().isEmpty()) {
        context.terminal().println("Sessions that start from now on use them.");
      }
    } else if (change == Change.REMOVED) {
      report
          .backup()
          .ifPresent(
              file -> context.terminal().println("the file before the install is in " + file));
    }
  }

  private static String commands(InstallReport report) {
    Path folder = report.place().commandFolder().orElseThrow();
    CommandFormat format = report.place().settings().commandFormat().orElseThrow();
    String names =
        report.commands().stream()
            .map(file -> "/" + format.commandIn(folder.relativize(file).toString()))
            .collect(Collectors.joining(", "));
    return "%s the commands %s in %s".formatted(verb(report), names, folder);
  }

  private static String policy(InstallReport report, Path file) {
    return "%s %s, which lets agents run their own swarm commands unasked"
        .formatted(verb(report), file);
  }

  private static String verb(InstallReport report) {
    return report.via().isPresent() ? "added" : "removed";
  }

  private ObjectNode asJson(InstallReport report) {
    Scope scope = report.place().scope();
    ObjectNode result =
        Json.object()
            .put("change", report.change().name().toLowerCase(Locale.ROOT))
            .put("dry_run", dryRun)
            .put("host", report.place().host().id())
            .put("scope", scope.name().toLowerCase(Locale.ROOT))
            .put("file", report.place().file().toString());
    report.via().ifPresent(via -> result.put("via", label(via)));
    report.backup().ifPresent(backup -> result.put("backup", backup));
    putFiles(result, "commands", report.commands());
    putFiles(result, "policies", report.policies());
    report.mcp().ifPresent(file -> result.put("mcp", file.toString()));
    report.warnings().forEach(result.putArray("warnings")::add);
    if (!report.notes().isEmpty()) {
      report.notes().forEach(result.putArray("notes")::add);
    }
    return dryRun ? result.put("diff", report.diff()) : result;
  }

  private static void putFiles(ObjectNode result, String name, List<Path> files) {
    if (!files.isEmpty()) {
      ArrayNode array = result.putArray(name);
      files.forEach(file -> array.add(file.toString()));
    }
  }
}
