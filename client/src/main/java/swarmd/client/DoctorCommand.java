package swarmd.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import swarmd.home.Home;
import swarmd.usage.CommandShape;

/** `swarm doctor`: reports the problems of this installation and how to fix them. */
final class DoctorCommand {
  private final Home home;

  DoctorCommand(Home home) {
    this.home = home;
  }

  int run(String[] args) throws IOException {
    boolean json = Arguments.read(CommandShape.DOCTOR, args).has("--json");
    List<Finding> findings = findings();
    System.out.print(json ? json(findings) : text(findings));
    return count(findings, Finding.Level.FAIL) == 0 ? Main.OK : Main.FAILED;
  }

  private List<Finding> findings() throws IOException {
    Progress progress = Progress.of("checking");
    try {
      return new Diagnosis(home).findings();
    } finally {
      progress.close();
    }
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
