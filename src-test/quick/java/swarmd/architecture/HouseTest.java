package swarmd.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every package has its place, and arrows between packages go one way. */
class HouseTest {
  private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\\n]*", Pattern.DOTALL);
  private static final Pattern HOST_NAME = Pattern.compile("(?i)claude|gemini");

  /** Help that shows a command by example has to name a host. */
  private static final Pattern EXAMPLE = Pattern.compile("\"  swarm [^\"]*\"");

  /** Small things that every package may use. */
  private static final Set<String> FOR_ALL =
      Set.of(
          "common",
          "text",
          "time",
          "files",
          "json",
          "catalogue",
          "home",
          "hostfile",
          "plugin",
          "usage");

  /** From the ground up: what each package may use besides. */
  private static final Map<String, Set<String>> MAY_USE = new LinkedHashMap<>();

  static {
    allow("store");
    allow("sessions", "store");
    allow("swarm", "sessions", "store");
    allow("messages", "swarm", "sessions", "store");
    allow("team", "messages", "swarm", "sessions", "store");
    allow("accounts", "swarm", "sessions", "store");
    allow("settings", "swarm");
    allow("notes", "store");
    allow("skills", "store");
    allow("retention", "settings", "store");
    allow("events", "swarm", "store");
    allow("hooks", "sessions", "store");
    allow("hosts", "hooks", "sessions");
    allow("userhooks", "hooks", "swarm", "sessions", "store", "settings");
    allow("git", "userhooks", "sessions");
    allow("checks", "git", "userhooks", "swarm", "sessions", "store");
    allow("worktrees", "git", "userhooks", "swarm", "sessions", "store");
    allow("modes", "accounts", "checks", "hooks", "swarm", "sessions", "store");
    allow(
        "builtin",
        "accounts",
        "worktrees",
        "checks",
        "hooks",
        "messages",
        "modes",
        "userhooks",
        "swarm",
        "sessions",
        "notes",
        "skills",
        "settings",
        "retention",
        "store");
    allow(
        "store.sqlite",
        "worktrees",
        "store",
        "accounts",
        "checks",
        "messages",
        "sessions",
        "swarm",
        "hooks",
        "modes",
        "notes",
        "skills",
        "retention",
        "team",
        "userhooks");
    allow("store.postgresql", "store", "team");
    allow("status", "accounts", "hooks", "modes", "sessions", "swarm", "store");
    allow("metrics", "checks", "hooks", "modes", "status", "swarm");
    allow("install", "hooks");
    allow("demo", "swarm", "sessions", "store", "store.sqlite");
    allow(
        "api",
        "worktrees",
        "accounts",
        "checks",
        "messages",
        "userhooks",
        "hooks",
        "modes",
        "notes",
        "sessions",
        "skills",
        "status",
        "swarm");
    allow(
        "cli",
        "worktrees",
        "accounts",
        "api",
        "checks",
        "demo",
        "events",
        "hooks",
        "install",
        "messages",
        "modes",
        "notes",
        "retention",
        "skills",
        "sessions",
        "settings",
        "status",
        "store",
        "swarm",
        "userhooks");
    allow("mcp", "api", "messages", "modes", "notes", "sessions", "status", "store", "swarm");
    allow(
        "http",
        "mcp",
        "worktrees",
        "accounts",
        "api",
        "cli",
        "events",
        "hooks",
        "hosts",
        "messages",
        "metrics",
        "modes",
        "sessions",
        "status",
        "store",
        "swarm");
  }

  private static void allow(String from, String... to) {
    MAY_USE.put(from, Set.of(to));
  }

  /** The room of a class: its first package below swarmd, and those with SQL by themselves. */
  private static String room(JavaClass type) {
    String name = type.getPackageName();
    String below = name.substring("swarmd.".length());
    if (below.startsWith("store.")) {
      return below;
    }
    int end = below.indexOf('.');
    return end < 0 ? below : below.substring(0, end);
  }

  @Test
  void a_package_uses_only_what_is_below_it() {
    Set<String> wrong = new TreeSet<>();
    for (JavaClass type : DaemonClasses.all()) {
      String from = room(type);
      if (from.equals("daemon")) {
        continue; // the one place that knows everybody
      }
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass();
        if (target.getPackageName().startsWith("swarmd.")) {
          String to = room(target);
          boolean allowed =
              to.equals(from)
                  || FOR_ALL.contains(to)
                  || MAY_USE.getOrDefault(from, Set.of()).contains(to);
          if (!allowed) {
            wrong.add(from + " -> " + to + " (" + type.getSimpleName() + ")");
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void no_packages_depend_on_each_other_in_a_circle() {
    slices().matching("swarmd.(**)").should().beFreeOfCycles().check(DaemonClasses.all());
  }

  @Test
  void only_the_store_knows_sql() {
    com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses()
        .that()
        .resideOutsideOfPackages("swarmd.store.sqlite..", "swarmd.store.postgresql..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.sql..", "org.sqlite..", "org.jdbi..", "org.postgresql..", "com.zaxxer..")
        .check(DaemonClasses.all());
  }

  @Test
  void no_host_is_named_outside_the_catalogue_and_the_writers_of_answers() {
    Path repository = Path.of(System.getProperty("swarmd.repository"));
    List<String> found = new ArrayList<>();
    for (String module : List.of("client", "daemon", "schema")) {
      sources(repository.resolve(module).resolve("src/main/java"))
          .filter(file -> !file.toString().contains("/catalogue/"))
          .filter(file -> !file.toString().endsWith("Answers.java"))
          .forEach(
              file -> names(file).forEach(line -> found.add(file.getFileName() + ": " + line)));
    }
    assertThat(found).isEmpty();
  }

  private static Stream<Path> sources(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> names(Path file) {
    try {
      String code = COMMENT.matcher(Files.readString(file)).replaceAll("");
      return EXAMPLE
          .matcher(code)
          .replaceAll("\"\"")
          .lines()
          .filter(line -> HOST_NAME.matcher(line).find());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
