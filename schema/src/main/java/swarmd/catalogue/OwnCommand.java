package swarmd.catalogue;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The slash commands that `swarm install` adds to hosts with command files. */
public enum OwnCommand {
  CANCEL("End swarmd's modes in this session", ""),
  RALPH("Keep this session working until the task is verified", "TASK"),
  AUTOPILOT("Go from an idea to tested code without stopping", "IDEA"),
  ULTRAPILOT("Split the work among parallel workers", "TASK"),
  SWARM("Let several agents work off a list of tasks", "N agents: TASK"),
  PIPELINE("Run agents one after another, each in its stage", "TASK"),
  ULTRAQA("Repeat test and fix until the goal is met", "GOAL"),
  ULTRAWORK("Work on many things at once until all are done", "TASK");

  private final String description;
  private final String arguments;

  OwnCommand(String description, String arguments) {
    this.description = description;
    this.arguments = arguments;
  }

  /** Those that a host does not have itself under the same name. */
  public static List<OwnCommand> in(HostProfile host) {
    return Stream.of(values()).filter(own -> !host.commands().contains(own.label())).toList();
  }

  /** Whether this is the name of one of ours, without the slash. */
  public static boolean isNamed(String name) {
    return Stream.of(values()).anyMatch(own -> own.label().equals(name));
  }

  /** Without the slash. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** For the host's list of commands; plain text without colons and quotes. */
  public String description() {
    return description;
  }

  /** A hint for the person who types the command; empty if it takes none. */
  public String arguments() {
    return arguments;
  }
}
