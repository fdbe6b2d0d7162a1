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
import swarmd.builtin.shell.InteractivePrograms.Waiting;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;

/** Warns of commands that would wait for a person, and can tell programs that there is none. */
public final class NonInteractiveEnv implements HookHandler {
  /** What is put before a command. */
  static final String PREFIX =
      "export CI=true DEBIAN_FRONTEND=noninteractive EDITOR=true GIT_EDITOR=true"
          + " GIT_SEQUENCE_EDITOR=true GIT_PAGER=cat GIT_TERMINAL_PROMPT=0 PAGER=cat"
          + " PIP_NO_INPUT=1 npm_config_yes=true; ";

  /** Programs that look at these variables. */
  private static final Set<String> LISTENING =
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
  private final DeliveryLog told;

  /** What is done about such commands. */
  public enum Policy {
    WARN,
    SET,
    OFF;

    /** Of a value of the setting. */
    public static Policy of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }
  }

  public NonInteractiveEnv(Policy policy, DeliveryLog told) {
    this.policy = policy;
    this.told = told;
  }

  @Override
  public String name() {
    return "non-interactive-env";
  }

  @Override
  public String description() {
    return "warns of commands that would wait for a person";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    Optional<String> command = ShellCommand.of(event);
    if (policy == Policy.OFF || command.isEmpty()) {
      return HookResult.SILENCE;
    }
    List<ShellPart> parts = ShellParts.of(command.get());
    Map<String, Waiting> waiting = waiting(command.get(), parts);
    HookResult set = set(event, command.get(), parts);
    if (waiting.isEmpty()) {
      return set.equals(HookResult.NOTHING)
          ? HookResult.SILENCE
          : CompletableFuture.completedFuture(set);
    }
    return told.news(event, waiting.keySet())
        .thenApply(news -> set.withContext(warning(news.stream().map(waiting::get).toList())));
  }

  /** By what they are remembered as. */
  private static Map<String, Waiting> waiting(String command, List<ShellPart> parts) {
    Map<String, Waiting> found = new LinkedHashMap<>();
    parts.stream()
        .filter(part -> !part.program().equals("git") || !namesAnEditor(command))
        .flatMap(part -> InteractivePrograms.waiting(part).stream())
        .limit(MAX_SHOWN)
        .forEach(waits -> found.put("waits " + waits.what(), waits));
    return found;
  }

  private static boolean namesAnEditor(String command) {
    return command.contains("EDITOR=") || command.contains(".editor=");
  }

  private HookResult set(HookEvent event, String command, List<ShellPart> parts) {
    return policy == Policy.SET
            && parts.stream().map(ShellPart::program).anyMatch(LISTENING::contains)
            && !command.contains(PREFIX)
        ? HookResult.input(ShellCommand.inputWith(event, PREFIX + command))
        : HookResult.NOTHING;
  }

  private static List<String> warning(List<Waiting> news) {
    return news.isEmpty()
        ? List.of()
        : List.of(
            news.stream()
                .map(waits -> waits.what() + " (" + waits.instead() + ")")
                .collect(
                    Collectors.joining(
                        ", ",
                        "swarmd: nobody sits at this shell, and this would wait for a person: ",
                        ".")));
  }
}
