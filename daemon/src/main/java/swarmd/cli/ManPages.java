package swarmd.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import swarmd.home.Version;

/** The manual page of every command, in the words of its help; the build packs them. */
final class ManPages {
  private static final int UNWRAPPED = 1_000;

  private ManPages() {}

  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[0]));
    for (Map.Entry<String, String> page : all().entrySet()) {
      Files.writeString(folder.resolve(page.getKey() + ".1"), page.getValue());
    }
  }

  /** By name, such as swarm-task-claim. */
  static Map<String, String> all() {
    Map<String, String> pages = new TreeMap<>();
    add(SwarmCommand.commandLine(), pages);
    return pages;
  }

  private static void add(CommandLine command, Map<String, String> pages) {
    command.setUsageHelpWidth(UNWRAPPED);
    CommandSpec spec = command.getCommandSpec();
    pages.put(name(spec), page(command, spec));
    for (CommandLine below : command.getSubcommands().values()) {
      if (!below.getCommandSpec().usageMessage().hidden()) {
        add(below, pages);
      }
    }
  }

  private static String name(CommandSpec spec) {
    return spec.qualifiedName("-");
  }

  private static String page(CommandLine command, CommandSpec spec) {
    CommandLine.Help help =
        new CommandLine.Help(spec, CommandLine.Help.defaultColorScheme(Ansi.OFF));
    List<String> description = Arrays.asList(spec.usageMessage().description());
    StringBuilder page = new StringBuilder();
    page.append(
        ".TH \"%s\" \"1\" \"\" \"swarmd %s\" \"swarmd\"\n"
            .formatted(name(spec).toUpperCase(Locale.ROOT), Version.current()));
    section(page, "NAME");
    page.append(text(name(spec)))
        .append(" \\- ")
        .append(text(plain(description.isEmpty() ? "" : description.get(0))))
        .append('\n');
    section(page, "SYNOPSIS");
    page.append(line(help.synopsis(0).strip()));
    if (description.size() > 1) {
      section(page, "DESCRIPTION");
      literal(page, description.subList(1, description.size()));
    }
    arguments(page, spec);
    options(page, spec);
    commands(page, command);
    List<String> footer = Arrays.asList(spec.usageMessage().footer());
    if (!footer.isEmpty()) {
      section(page, "NOTES");
      literal(page, footer.get(0).isEmpty() ? footer.subList(1, footer.size()) : footer);
    }
    seeAlso(page, spec);
    return page.toString();
  }

  private static void arguments(StringBuilder page, CommandSpec spec) {
    List<PositionalParamSpec> shown =
        spec.positionalParameters().stream().filter(each -> !each.hidden()).toList();
    if (shown.isEmpty()) {
      return;
    }
    section(page, "ARGUMENTS");
    for (PositionalParamSpec each : shown) {
      entry(page, "\\fI" + text(each.paramLabel()) + "\\fR", each.description());
    }
  }

  private static void options(StringBuilder page, CommandSpec spec) {
    List<OptionSpec> shown = spec.options().stream().filter(each -> !each.hidden()).toList();
    if (shown.isEmpty()) {
      return;
    }
    section(page, "OPTIONS");
    for (OptionSpec each : shown) {
      String names =
          Arrays.stream(each.names())
              .map(name -> "\\fB" + text(name) + "\\fR")
              .collect(Collectors.joining(", "));
      String value = each.arity().max() > 0 ? "=\\fI" + text(each.paramLabel()) + "\\fR" : "";
      entry(page, names + value, each.description());
    }
  }

  private static void commands(StringBuilder page, CommandLine command) {
    if (command.getSubcommands().isEmpty()) {
      return;
    }
    section(page, "COMMANDS");
    for (CommandLine below : command.getSubcommands().values()) {
      CommandSpec spec = below.getCommandSpec();
      if (!spec.usageMessage().hidden()) {
        String[] description = spec.usageMessage().description();
        entry(
            page,
            "\\fB" + text(name(spec)) + "\\fR(1)",
            description.length == 0 ? description : new String[] {description[0]});
      }
    }
  }

  private static void seeAlso(StringBuilder page, CommandSpec spec) {
    section(page, "SEE ALSO");
    page.append(
        spec.parent() == null
            ? "\\fBswarmd\\fR(1)\n"
            : "\\fB" + text(name(spec.parent())) + "\\fR(1)\n");
  }

  private static void section(StringBuilder page, String title) {
    page.append(".SH ").append(title).append('\n');
  }

  private static void entry(StringBuilder page, String term, String[] description) {
    page.append(".TP\n").append(term).append('\n');
    page.append(line(plain(String.join(" ", description))));
  }

  /** Lines that stay as they are, such as examples. */
  private static void literal(StringBuilder page, List<String> lines) {
    page.append(".nf\n");
    lines.forEach(each -> page.append(line(plain(each))));
    page.append(".fi\n");
  }

  /** Without picocli's markup. */
  private static String plain(String text) {
    return Ansi.OFF.string(text.replace("%n", " ").replace("%%", "%"));
  }

  /** A dot or a quote at the start of a line would be a command. */
  private static String line(String words) {
    String text = text(words);
    return (text.startsWith(".") || text.startsWith("'") ? "\\&" : "") + text + "\n";
  }

  private static String text(String words) {
    return words.replace("\\", "\\e").replace("-", "\\-");
  }
}
