package swarmd.builtin.shell;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.settings.Permissions;

/** Approves shell commands that only look, and follows the person's rules. */
public final class PermissionHandler implements HookHandler {
  /** Where a tool's input can name the folder that the command is run in, as Gemini CLI's does. */
  private static final Set<String> FOLDERS = Set.of("dir_path", "directory", "cwd", "workdir");

  private static final CompletionStage<HookResult> ALLOWED =
      CompletableFuture.completedStage(HookResult.allow());

  private final PermissionRules rules;
  private final Executor files;

  /**
   * @param files runs what reads the file system
   */
  public PermissionHandler(Permissions permissions, Executor files) {
    rules = new PermissionRules(permissions);
    this.files = files;
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
    return ShellCommand.of(event)
        .map(command -> judge(event, asWritten(event, command)))
        .orElse(HookResult.SILENCE);
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

  private CompletionStage<HookResult> judge(HookEvent event, String command) {
    Optional<String> denied = rules.denying(command);
    if (denied.isPresent()) {
      return CompletableFuture.completedStage(
          HookResult.deny(because("permissions.deny", denied.get())));
    }
    Optional<String> asked = rules.asking(command);
    if (asked.isPresent()) {
      return CompletableFuture.completedStage(
          HookResult.ask(because("permissions.ask", asked.get())));
    }
    return ShellWords.of(command)
        .filter(words -> Collections.disjoint(event.object("tool_input").keySet(), FOLDERS))
        .map(words -> judge(event, words))
        .orElse(HookResult.SILENCE);
  }

  private CompletionStage<HookResult> judge(HookEvent event, List<String> words) {
    if (rules.allow(words)) {
      return ALLOWED;
    }
    if (!ReadOnlyCommands.contain(seenFrom(event.folder(), words))) {
      return HookResult.SILENCE;
    }
    return words.get(0).equals("git") ? allowedInRepository(event) : ALLOWED;
  }

  private CompletionStage<HookResult> allowedInRepository(HookEvent event) {
    String folder = event.text("cwd").or(event::directory).orElse("");
    return CompletableFuture.supplyAsync(() -> RepositorySearch.findsGitFolder(folder), files)
        .thenApply(found -> found ? HookResult.allow() : HookResult.NOTHING);
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
