package swarmd.builtin.shell;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import swarmd.builtin.shell.InteractivePrograms.InteractiveCommand;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;

/** Warns about commands that would wait for input, and can set variables that disable prompts. */
public final class NonInteractiveEnv implements HookHandler {
  /** The text to put before a command. */
  static final String PREFIX =
      "export CI=true DEBIAN_FRONTEND=noninteractive EDITOR=true GIT_EDITOR=true"
          + " GIT_SEQUENCE_EDITOR=true GIT_PAGER=cat GIT_TERMINAL_PROMPT=0 PAGER=cat"
          + " PIP_NO_INPUT=1 npm_config_yes=true; ";

  /** Programs that respect these variables. */
  private static final Set<String> AFFECTED_PROGRAMS =
      Set.of(
          "git",
          "gh",
          "npm",
          "npx",
          "pnpm",
          "yarn",
          "bun",
          "pip",
          "pip3",
          "poetry",
          "uv",
          "apt",
          "apt-get",
          "dpkg",
          "brew",
          "composer",
          "bundle",
          "gem",
          "systemctl",
          "journalctl");

  private static final int MAX_SHOWN = 3;

  private final Policy policy;
  private final DeliveryLog deliveries;

  /** What to do about such commands. */
  public enum Policy {
    WARN,
    SET,
    OFF;

    /** Parses the setting's value. */
    public static Policy of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }
  }

  public NonInteractiveEnv(Policy policy, DeliveryLog deliveries) {
    this.policy = policy;
    this.deliveries = deliveries;
  }

  @Override
  public String name() {
    return "non-interactive-env";
  }

  @Override
  public String description() {
    return "warns about commands that would wait for user input";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    Optional<String> command = ShellCommand.of(event);
    if (policy == Policy.OFF || command.isEmpty()) {
      return HookResult.SILENCE;
    }
    if (policy != Policy.SET && !InteractivePrograms.mayBeIn(command.get())) {
      return HookResult.SILENCE;
    }
    List<ShellPart> parts = ShellSteps.partsOf(command.get());
    Map<String, InteractiveCommand> interactive = findInteractive(command.get(), parts);
    HookResult modified = withVariables(event, command.get(), parts);
    if (interactive.isEmpty()) {
      return modified.isNothing()
          ? HookResult.SILENCE
          : CompletableFuture.completedFuture(modified);
    }
    return deliveries
        .news(event, interactive.keySet())
        .thenApply(
            news -> modified.withContext(warning(news.stream().map(interactive::get).toList())));
  }

  /** Keyed by delivery key. */
  private static Map<String, InteractiveCommand> findInteractive(
      String command, List<ShellPart> parts) {
    Map<String, InteractiveCommand> found = new LinkedHashMap<>();
    parts.stream()
        .filter(part -> !part.program().equals("git") || !setsEditor(command))
        .flatMap(part -> InteractivePrograms.find(part).stream())
        .limit(MAX_SHOWN)
        .forEach(each -> found.put("waits " + each.command(), each));
    return found;
  }

  private static boolean setsEditor(String command) {
    return command.contains("EDITOR=") || command.contains(".editor=");
  }

  private HookResult withVariables(HookEvent event, String command, List<ShellPart> parts) {
    return policy == Policy.SET
            && parts.stream().map(ShellPart::program).anyMatch(AFFECTED_PROGRAMS::contains)
            && !command.contains(PREFIX)
        ? HookResult.input(ShellCommand.inputWith(event, PREFIX + command))
        : HookResult.NOTHING;
  }

  private static List<String> warning(List<InteractiveCommand> news) {
    return news.isEmpty()
        ? List.of()
        : List.of(
            news.stream()
                .map(command -> command.command() + " (" + command.alternative() + ")")
                .collect(
                    Collectors.joining(
                        ", ",
                        "swarmd: nobody can answer prompts in this shell, and this would wait for"
                            + " input: ",
                        ".")));
  }
}
