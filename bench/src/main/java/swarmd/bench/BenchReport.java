package swarmd.bench;

/** Prints measurements and whether they meet the targets. */
final class BenchReport {
  private int missed;

  void section(String title) {
    System.out.println();
    System.out.println(title);
  }

  void value(String name, String measured) {
    System.out.printf("  %-44s %s%n", name, measured);
  }

  void bar(String promise, boolean kept) {
    missed += kept ? 0 : 1;
    System.out.printf("  %-44s %s%n", promise, kept ? "yes" : "NO");
  }

  int missed() {
    return missed;
  }
}
