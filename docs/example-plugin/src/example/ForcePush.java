package example;

import java.util.Set;
import swarmd.plugin.HookDecision;
import swarmd.plugin.HookHandler;
import swarmd.plugin.HookInput;

/** Denies a push that would rewrite what others have. */
public final class ForcePush implements HookHandler {

  @Override
  public String name() {
    return "no-force-push";
  }

  @Override
  public Set<String> events() {
    return Set.of("PreToolUse", "BeforeTool");
  }

  @Override
  public HookDecision handle(HookInput input) {
    String command = String.valueOf(input.toolInput().get("command"));
    return command.contains("git push") && command.contains("--force")
        ? HookDecision.deny("a forced push would rewrite what others have")
        : HookDecision.none();
  }
}
