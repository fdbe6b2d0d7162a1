package swarmd.builtin.shell;

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
            .map(command -> judge(withoutIdentity(event, command)))
            .orElse(HookResult.NOTHING));
  }

  /** What {@link AgentIdentity} has put before the command needs nobody's permission. */
  private static String withoutIdentity(HookEvent event, String command) {
    return Identity.of(event)
        .map(Identity::prefix)
        .filter(command::startsWith)
        .map(prefix -> command.substring(prefix.length()))
        .orElse(command);
  }

  private HookResult judge(String command) {
    Optional<String> denied = rules.denying(command);
    if (denied.isPresent()) {
      return HookResult.deny(because("permissions.deny", denied.get()));
    }
    Optional<String> asked = rules.asking(command);
    if (asked.isPresent()) {
      return HookResult.ask(because("permissions.ask", asked.get()));
    }
    return ShellWords.of(command)
            .filter(words -> rules.allow(words) || ReadOnlyCommands.contain(words))
            .isPresent()
        ? HookResult.allow()
        : HookResult.NOTHING;
  }

  private static String because(String list, String rule) {
    return "swarmd: settings.json has \"%s\" under %s".formatted(rule, list);
  }
}
