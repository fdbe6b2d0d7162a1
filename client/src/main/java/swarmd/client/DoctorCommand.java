package swarmd.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import swarmd.home.Home;

/** `swarm doctor`: reports the problems of this installation and how to fix them. */
final class DoctorCommand {
  private static final String HELP =
      """
      Usage: swarm doctor [--json]

      Check Java, the files in SWARMD_HOME, disk space, the daemon and the hooks in
      the hosts' settings, and show how to fix each problem. Exits 1 if a check fails;
      works without a daemon.
      """;

  private final Home home;

  DoctorCommand(Home home) {
    this.home = home;
  }

  int run(String[] args) throws IOException {
    List<String> options = Arrays.asList(args);
    if (options.contains("--help") || options.contains("-h")) {
      System.out.print(HELP);
      return Main.OK;
    }
    if (args.length > 1 || (args.length == 1 && !args[0].equals("--json"))) {
      System.err.print("swarm doctor: unknown argument '" + args[args.length - 1] + "'\n\n" + HELP);
      return Main.USAGE;
    }
    List<Finding> findings = new Diagnosis(home).findings();
    System.out.print(args.length == 1 ? json(findings) : text(findings));
    return count(findings, Finding.Level.FAIL) == 0 ? Main.OK : Main.FAILED;
  }

  private static String text(List<Finding> findings) {
    Colours colours = Colours.ofTerminal();
    int width = findings.stream().mapToInt(finding -> finding.subject().length()).max().orElse(0);
    StringBuilder out = new StringBuilder();
    for (Finding finding : findings) {
      String level = String.format("%-4s", finding.level().name().toLowerCase(Locale.ROOT));
      String subject = String.format("%-" + width + "s", finding.subject());
      out.append(colours.of(finding.level(), level)).append("  ").append(subject);
      out.append("  ").append(finding.detail()).append('\n');
      if (!finding.remedy().isEmpty()) {
        out.append(" ".repeat(width + 8)).append("-> ").append(finding.remedy()).append('\n');
      }
    }
    return out.append('\n').append(summary(findings)).append('\n').toString();
  }

  private static String summary(List<Finding> findings) {
    long failures = count(findings, Finding.Level.FAIL);
    long warnings = count(findings, Finding.Level.WARN);
    if (failures + warnings == 0) {
      return "No problems found.";
    }
    return failures
        + (failures == 1 ? " failure, " : " failures, ")
        + warnings
        + (warnings == 1 ? " warning." : " warnings.");
  }

  private static long count(List<Finding> findings, Finding.Level level) {
    return findings.stream().filter(finding -> finding.level() == level).count();
  }

  private static String json(List<Finding> findings) {
    List<String> items = new ArrayList<>();
    for (Finding finding : findings) {
      items.add(
          "{\"level\":"
              + JsonText.quote(finding.level().name().toLowerCase(Locale.ROOT))
              + ",\"subject\":"
              + JsonText.quote(finding.subject())
              + ",\"detail\":"
              + JsonText.quote(finding.detail())
              + ",\"remedy\":"
              + JsonText.quote(finding.remedy())
              + "}");
    }
    return "{\"ok\":"
        + (count(findings, Finding.Level.FAIL) == 0)
        + ",\"findings\":["
        + String.join(",", items)
        + "]}\n";
  }
}
