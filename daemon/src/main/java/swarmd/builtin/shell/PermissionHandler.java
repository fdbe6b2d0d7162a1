package swarmd.builtin.shell;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import swarmd.files.FileLanes;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookExplanation;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.settings.Permissions;
import swarmd.settings.Runners;

/** Approves read-only shell commands and declared runners, and follows the user's rules. */
public final class PermissionHandler implements HookHandler {
  /** Input fields that set the command's working directory, as in Gemini CLI. */
  private static final Set<String> FOLDER_FIELDS =
      Set.of("dir_path", "directory", "cwd", "workdir");

  /** Outside the sandbox, a script that an agent has edited could do anything. */
  private static final String OUTSIDE_SANDBOX = "dangerouslyDisableSandbox";

  private static final String OUTSIDE = "the command would run outside the host's sandbox";

  private final PermissionRules rules;
  private final Runners runners;
  private final FileLanes files;

  /**
   * @param files runs the code that reads the file system
   */
  public PermissionHandler(Permissions permissions, FileLanes files) {
    rules = new PermissionRules(permissions);
    runners = permissions.runners();
    this.files = files;
  }

  @Override
  public String name() {
    return "permission-handler";
  }

  @Override
  public String description() {
    return "approves read-only shell commands and declared runners; follows your rules";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    return ShellCommand.of(event).isEmpty()
        ? HookResult.SILENCE
        : explain(event).thenApply(verdict -> result(verdict.orElseThrow()));
  }

  private static HookResult result(HookExplanation verdict) {
    return verdict
        .decision()
        .map(
            decision ->
                switch (decision) {
                  case ALLOW -> HookResult.allow();
                  case ASK -> HookResult.ask("swarmd: " + verdict.reason());
                  case DENY -> HookResult.deny("swarmd: " + verdict.reason());
                })
        .orElse(HookResult.NOTHING);
  }

  @Override
  public CompletionStage<Optional<HookExplanation>> explain(HookEvent event) {
    return ShellCommand.of(event)
        .map(command -> judge(event, Prefixes.removeFrom(command, event)))
        .orElseGet(() -> left("only shell commands are judged"))
        .thenApply(Optional::of);
  }

  private CompletionStage<HookExplanation> judge(HookEvent event, String command) {
    Optional<String> denied = rules.denying(command);
    if (denied.isPresent()) {
      return now(HookExplanation.denied(rule("deny", denied.get())));
    }
    Optional<String> mustAsk = rules.asking(command);
    if (mustAsk.isPresent()) {
      return now(HookExplanation.asked(rule("ask", mustAsk.get())));
    }
    if (ShellWords.quoted(command).filter(AgentCommands::contains).isPresent()) {
      return now(HookExplanation.allowed("it is one of an agent's own swarm commands"));
    }
    Optional<List<String>> words = ShellWords.plain(command);
    if (words.isEmpty()) {
      return left(UnplainText.reason(command));
    }
    if (event.object("tool_input").get(OUTSIDE_SANDBOX) instanceof Boolean outside && outside) {
      return left(OUTSIDE);
    }
    return namedFolder(event)
        .map(field -> left("the tool's input names a folder (" + field + ")"))
        .orElseGet(() -> judge(event, relativeTo(event.folder(), words.get()), words.get()));
  }

  private static Optional<String> namedFolder(HookEvent event) {
    return FOLDER_FIELDS.stream()
        .filter(event.object("tool_input")::containsKey)
        .sorted()
        .findFirst();
  }

  /**
   * @param relative the words with the project's paths as seen from it
   */
  private CompletionStage<HookExplanation> judge(
      HookEvent event, List<String> relative, List<String> words) {
    Optional<String> allowing = rules.allowing(words);
    if (allowing.isPresent()) {
      return now(HookExplanation.allowed(rule("allow", allowing.get())));
    }
    if (ReadOnlyCommands.contains(relative)) {
      return inWorkTree(event, words);
    }
    if (event.host().permissionsLeaveSandbox()) {
      return left(OUTSIDE);
    }
    return RunnerCommands.of(runners, event.project(), event.folder())
        .read(relative)
        .map(reading -> run(event, reading))
        .orElseGet(() -> left(ReadOnlyCommands.obstacle(relative)));
  }

  private CompletionStage<HookExplanation> run(HookEvent event, RunnerCommands.Reading reading) {
    if (reading.obstacle().isPresent()) {
      return left(reading.obstacle().get());
    }
    String folder = folder(event);
    return check(
        folder,
        () ->
            WorkTreePaths.isOwnFolder(event.folder(), folder)
                && WorkTreePaths.allInside(event.folder(), folder, reading.paths()),
        "'%s' is declared under permissions.runners in settings.json".formatted(reading.runner()),
        "the folder or a path is not in the project's own work tree");
  }

  /** Checks every word but the options, since any of them can be a path. */
  private CompletionStage<HookExplanation> inWorkTree(HookEvent event, List<String> words) {
    String folder = folder(event);
    boolean git = words.get(0).equals("git");
    List<String> paths =
        words.stream().skip(1).filter(word -> !word.startsWith("-") && !word.isEmpty()).toList();
    return check(
        folder,
        () ->
            (!git || RepositorySearch.findsGitFolder(folder))
                && WorkTreePaths.allInside(event.folder(), folder, paths),
        "it is a read-only command",
        git
            ? "the folder or a path leads out of the project, or git would not find its .git first"
            : "the folder or a path leads out of the project");
  }

  private CompletionStage<HookExplanation> check(
      String folder, BooleanSupplier isInside, String yes, String no) {
    return CompletableFuture.supplyAsync(
        () -> isInside.getAsBoolean() ? HookExplanation.allowed(yes) : HookExplanation.left(no),
        files.of(folder));
  }

  private static String folder(HookEvent event) {
    return event.text("cwd").or(event::directory).orElse("");
  }

  private static CompletionStage<HookExplanation> now(HookExplanation verdict) {
    return CompletableFuture.completedStage(verdict);
  }

  private static CompletionStage<HookExplanation> left(String reason) {
    return now(HookExplanation.left(reason));
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

  private static String rule(String list, String rule) {
    return "settings.json has \"%s\" under permissions.%s".formatted(rule, list);
  }
}
