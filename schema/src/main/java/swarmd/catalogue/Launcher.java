package swarmd.catalogue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Fills in what the launcher, a shell script, must know of events and hosts. Runs when the
 * distribution is built.
 */
public final class Launcher {
  /** Why a permission is denied where no daemon answers. */
  public static final String DENIAL =
      "swarmd did not answer, so the request was denied; run: swarm doctor";

  private Launcher() {}

  /** Arguments: the template, and where the script goes. */
  public static void main(String[] args) throws IOException {
    Path script = Path.of(args[1]);
    Files.createDirectories(script.getParent());
    Files.writeString(script, fill(Files.readString(Path.of(args[0])), HostCatalogue.STANDARD));
    if (!script.toFile().setExecutable(true)) {
      throw new IOException(script + " cannot be made executable");
    }
  }

  /** The script for these hosts. */
  public static String fill(String template, HostCatalogue hosts) {
    String script =
        template
            .replace("@DETECT_HOST@", detectHost(hosts))
            .replace("@FIND_PROJECT@", findProject(hosts))
            .replace("@ENV_FILE@", fallbacks(envFileVariables(hosts)))
            .replace("@ACCOUNTS@", accounts(hosts))
            .replace("@TOOL_EVENTS@", String.join(" | ", toolEvents(hosts)))
            .replace("@TOOL_PAYLOADS@", payloads(toolEvents(hosts)))
            .replace("@SESSION_START@", mentions(hosts.eventNames(EventKind.SESSION_START)))
            .replace(
                "@PERMISSION_EVENTS@",
                String.join(" | ", hosts.eventNames(EventKind.PERMISSION_REQUEST)))
            .replace(
                "@PERMISSION_NAMES@",
                String.join("|", hosts.eventNames(EventKind.PERMISSION_REQUEST)))
            .replace("@QUESTIONS@", questions(hosts))
            .replace("@DENIALS@", denials(hosts));
    int open = script.indexOf('@');
    while (open >= 0) {
      int close = script.indexOf('@', open + 1);
      if (close > open + 1 && isPlaceholder(script.substring(open + 1, close))) {
        throw new IllegalStateException("no value for " + script.substring(open, close + 1));
      }
      open = close;
    }
    return script;
  }

  private static boolean isPlaceholder(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) != '_' && !Character.isUpperCase(name.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** The first host whose variable is set; some set those of others, too. */
  private static String detectHost(HostCatalogue hosts) {
    StringBuilder lines = new StringBuilder("host=${SWARM_HOST-}");
    for (HostProfile host : hosts.hosts()) {
      if (host.variables().project().isPresent()) {
        lines
            .append("\n  host=${host:-${")
            .append(host.variables().project().get())
            .append('+')
            .append(host.id())
            .append("}}");
      }
    }
    return lines.toString();
  }

  /** A host that is named has its own variable, if any; those of others may be around it. */
  private static String findProject(HostCatalogue hosts) {
    StringBuilder lines = new StringBuilder("case $host in");
    for (HostProfile host : hosts.installable()) {
      Optional<String> variable = host.variables().project();
      lines
          .append("\n    ")
          .append(host.id())
          .append(") project=")
          .append(variable.isPresent() ? "${" + variable.get() + "-}" : "")
          .append(" ;;");
    }
    return lines
        .append("\n    *) project=")
        .append(fallbacks(projectVariables(hosts)))
        .append(" ;;\n  esac")
        .toString();
  }

  private static List<String> projectVariables(HostCatalogue hosts) {
    List<String> names = new ArrayList<>();
    for (HostProfile host : hosts.hosts()) {
      host.variables().project().ifPresent(names::add);
    }
    return names;
  }

  private static List<String> envFileVariables(HostCatalogue hosts) {
    List<String> names = new ArrayList<>();
    for (HostProfile host : hosts.hosts()) {
      host.variables().envFile().ifPresent(names::add);
    }
    return names;
  }

  /** A shell expression for the first variable that is set. */
  private static String fallbacks(List<String> variables) {
    String expression = "";
    for (int i = variables.size() - 1; i >= 0; i--) {
      expression = "${" + variables.get(i) + "-" + expression + "}";
    }
    return expression;
  }

  /** Distinguishes the accounts of a host's user: where its settings and its login are. */
  private static String accounts(HostCatalogue hosts) {
    StringBuilder lines = new StringBuilder();
    for (HostProfile host : hosts.hosts()) {
      String variable = host.accountVariable();
      if (!variable.isEmpty()) {
        lines
            .append(lines.length() > 0 ? "\n    " : "")
            .append(host.id())
            .append(") account=${account:-${")
            .append(variable)
            .append("-}} ;;");
      }
    }
    return lines.toString();
  }

  private static List<String> toolEvents(HostCatalogue hosts) {
    List<String> names = new ArrayList<>();
    for (EventKind kind : EventKind.values()) {
      if (kind.timeLimit() == EventKind.TimeLimit.TOOL) {
        names.addAll(hosts.eventNames(kind));
      }
    }
    return names;
  }

  /** Patterns of payloads that name one of these events. */
  private static String payloads(List<String> events) {
    List<String> patterns = new ArrayList<>();
    for (String event : events) {
      patterns.add("*'\"hook_event_name\":\"" + event + "\"'*");
    }
    return String.join(" | ", patterns);
  }

  /** Patterns of texts in which one of these names stands anywhere. */
  private static String mentions(List<String> names) {
    List<String> patterns = new ArrayList<>();
    for (String name : names) {
      patterns.add("*" + name + "*");
    }
    return String.join(" | ", patterns);
  }

  /** The host that is unknown comes last, and gets what most hosts have copied. */
  private static String denials(HostCatalogue hosts) {
    StringBuilder lines = new StringBuilder();
    for (HostProfile host : hosts.hosts()) {
      lines.append(line("*:" + host.id(), host.permissionDenial(DENIAL))).append("\n    ");
    }
    return lines.append(line("*", HostProfiles.MOST_COPIED.permissionDenial(DENIAL))).toString();
  }

  private static String questions(HostCatalogue hosts) {
    StringBuilder lines = new StringBuilder();
    for (HostProfile host : hosts.hosts()) {
      lines.append(line("ask:" + host.id(), host.permissionQuestion())).append("\n    ");
    }
    return lines.append(line("ask:*", HostProfiles.MOST_COPIED.permissionQuestion())).toString();
  }

  private static String line(String pattern, String answer) {
    return pattern + ") printf '%s\\n' '" + answer + "' ;;";
  }
}
