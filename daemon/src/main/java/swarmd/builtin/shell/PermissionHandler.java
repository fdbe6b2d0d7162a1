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

/** Approves read-only shell commands, and follows the user's rules. */
public final class PermissionHandler implements HookHandler {
  /** Input fields that set the command's working directory, as in Gemini CLI. */
  private static final Set<String> FOLDER_FIELDS =
      Set.of("dir_path", "directory", "cwd", "workdir");

  private static final CompletionStage<HookResult> ALLOWED =
      CompletableFuture.completedStage(HookResult.allow());

  private final PermissionRules rules;
  private final Executor files;

  /**
   * @param files runs the code that reads the file system
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
    return "approves read-only shell commands, and follows the rules in settings.json";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    return ShellCommand.of(event)
        .map(command -> decide(event, Prefixes.removeFrom(command, event)))
        .orElse(HookResult.SILENCE);
  }

  private CompletionStage<HookResult> decide(HookEvent event, String command) {
    Optional<String> denied = rules.denying(command);
    if (denied.isPresent()) {
      return CompletableFuture.completedStage(
          HookResult.deny(reason("permissions.deny", denied.get())));
    }
    Optional<String> mustAsk = rules.asking(command);
    if (mustAsk.isPresent()) {
      return CompletableFuture.completedStage(
          HookResult.ask(reason("permissions.ask", mustAsk.get())));
    }
    if (ShellWords.quoted(command).filter(AgentCommands::contains).isPresent()) {
      return ALLOWED;
    }
    return ShellWords.plain(command)
        .filter(words -> Collections.disjoint(event.object("tool_input").keySet(), FOLDER_FIELDS))
        .map(words -> decide(event, words))
        .orElse(HookResult.SILENCE);
  }

  private CompletionStage<HookResult> decide(HookEvent event, List<String> words) {
    if (rules.allow(words)) {
      return ALLOWED;
    }
    return ReadOnlyCommands.contains(relativeTo(event.folder(), words))
        ? allowedInWorkTree(event, words)
        : HookResult.SILENCE;
  }

  /** Checks every word but the options, since any of them can be a path. */
  private CompletionStage<HookResult> allowedInWorkTree(HookEvent event, List<String> words) {
    String folder = event.text("cwd").or(event::directory).orElse("");
    boolean git = words.get(0).equals("git");
    List<String> paths =
        words.stream().skip(1).filter(word -> !word.startsWith("-") && !word.isEmpty()).toList();
    return CompletableFuture.supplyAsync(
            () ->
                (!git || RepositorySearch.findsGitFolder(folder))
                    && WorkTreePaths.allInside(event.folder(), folder, paths),
            files)
        .thenApply(inside -> inside ? HookResult.allow() : HookResult.NOTHING);
  }

  /** Agents like absolute paths; inside the project they are as safe as relative ones. */
  private static List<String> relativeTo(Optional<String> project, List<String> words) {
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

  private static String reason(String list, String rule) {
    return "swarmd: settings.json has \"%s\" under %s".formatted(rule, list);
  }
}
