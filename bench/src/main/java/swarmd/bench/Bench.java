package swarmd.bench;

import java.io.IOException;
import java.util.List;

/** Measures the project's performance targets, all in one run on one machine. */
public final class Bench {
  private static final List<String> ALL =
      List.of(
          "throughput",
          "start",
          "profiles",
          "large",
          "hook",
          "latency",
          "events",
          "userhooks",
          "builtin",
          "pages",
          "team");

  private Bench() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    BenchReport report = new BenchReport();
    for (String part : arguments.length == 0 ? ALL : List.of(arguments)) {
      switch (part) {
        case "throughput" -> Throughput.run(report);
        case "start" -> StartTime.run(report);
        case "profiles" -> Profiles.run(report);
        case "large" -> LargeDatabase.run(report);
        case "hook" -> HookCost.run(report);
        case "latency" -> ClaimLatency.run(report);
        case "events" -> HookPath.run(report);
        case "userhooks" -> HookPath.runWithUserHooks(report);
        case "builtin" -> BuiltinHooks.run(report);
        case "pages" -> OpenPages.run(report);
        case "team" -> TeamThroughput.run(report);
        default -> throw new IllegalArgumentException("unknown part; choose from " + ALL);
      }
    }
    System.out.println();
    System.out.println(report.missed() + " targets were missed");
    System.exit(report.missed() == 0 ? 0 : 1);
  }
}
