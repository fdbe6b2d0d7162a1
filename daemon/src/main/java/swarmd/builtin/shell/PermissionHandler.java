package swarmd.builtin.shell;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.settings.Permissions;

/** Approves shell commands that only look, and follows the person's rules. */
public final class PermissionHandler implements HookHandler {
  private final PermissionRules rules;

  public PermissionHandler(Permissions permissions) {
    rules = new PermissionRules(permissions);
  }

  @Override
  public String name() {
    return "permission-handler";
  }

  @Override
  public String description() {
    return "approves shell commands that only read, and follows the rules in settings.json";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    return CompletableFuture.completedFuture(
        ShellCommand.of(event)
            .map(command -> judge(event, asWritten(event, command)))
            .orElse(HookResult.NOTHING));
  }

  /**
   * What {@link AgentIdentity} and, before it, {@link NonInteractiveEnv} have put before the
   * command needs nobody's permission.
   */
  private static String asWritten(HookEvent event, String command) {
    String unsigned =
        Identity.of(event)
            .map(Identity::prefix)
            .map(prefix -> without(prefix, command))
            .orElse(command);
    return without(NonInteractiveEnv.PREFIX, unsigned);
  }

  private static String without(String prefix, String command) {
    return command.startsWith(prefix) ? command.substring(prefix.length()) : command;
  }

  private HookResult judge(HookEvent event, String command) {
    Optional<String> denied = rules.denying(command);
    if (denied.isPresent()) {
      return HookResult.deny(because("permissions.deny", denied.get()));
    }
    Optional<String> asked = rules.asking(command);
    if (asked.isPresent()) {
      return HookResult.ask(because("permissions.ask", asked.get()));
    }
    return ShellWords.of(command)
            .filter(
                words ->
                    rules.allow(words)
                        || ReadOnlyCommands.contain(seenFrom(event.project(), words)))
            .isPresent()
        ? HookResult.allow()
        : HookResult.NOTHING;
  }

  /** Agents like whole paths; one in the project is as good as one from its top. */
  private static List<String> seenFrom(Optional<String> project, List<String> words) {
    return project.isEmpty()
        ? words
        : words.stream()
            .map(
                word ->
                    word.equals(project.get())
                        ? "."
                        : word.startsWith(project.get() + "/")
                            ? "." + word.substring(project.get().length())
                            : word)
            .toList();
  }

  private static String because(String list, String rule) {
    return "swarmd: settings.json has \"%s\" under %s".formatted(rule, list);
  }
}
