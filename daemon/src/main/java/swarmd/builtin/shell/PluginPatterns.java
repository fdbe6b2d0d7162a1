package swarmd.builtin.shell;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import swarmd.builtin.ToolFile;
import swarmd.builtin.shell.ProjectPatterns.Commit;
import swarmd.catalogue.EventKind;
import swarmd.common.Futures;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.text.Cut;
import swarmd.time.Time;
import swarmd.userhooks.MatchBudget;

/**
 * Holds commit messages to the project's pattern, and says after edits what the project wants said.
 * Nothing of the project's is run.
 */
public final class PluginPatterns implements HookHandler {
  private static final int MAX_SAID = 3;

  private final DeliveryLog told;
  private final Executor files;
  private final PatternFiles projects;

  /**
   * @param files runs what reads the file system, and what may be slow
   */
  public PluginPatterns(DeliveryLog told, Executor files, Time time) {
    this.told = told;
    this.files = files;
    projects = new PatternFiles(files, time);
  }

  @Override
  public String name() {
    return "plugin-patterns";
  }

  @Override
  public String description() {
    return "checks commit messages, and says after edits what the project wants said";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    return event.folder().isEmpty()
        ? HookResult.SILENCE
        : event.is(EventKind.BEFORE_TOOL) ? beforeCommand(event) : afterEdit(event);
  }

  private CompletionStage<HookResult> beforeCommand(HookEvent event) {
    Optional<String> subject =
        ShellCommand.of(event)
            .filter(command -> command.contains("commit"))
            .flatMap(
                command ->
                    ShellParts.of(command).stream()
                        .flatMap(part -> CommitMessage.subject(part).stream())
                        .findFirst());
    return subject.isEmpty()
        ? HookResult.SILENCE
        : projects
            .of(event.folder().get())
            .thenApplyAsync(
                patterns ->
                    patterns
                        .commit()
                        .filter(commit -> !commit.allows(subject.get()))
                        .map(commit -> refusal(commit, subject.get(), patterns.deny()))
                        .orElse(HookResult.NOTHING),
                files);
  }

  private static HookResult refusal(Commit commit, String subject, boolean deny) {
    String reason =
        "swarmd: the commit message \"%s\" is not what this project asks for: %s."
            .formatted(Cut.toLine(100, subject), commit.shown());
    return deny
        ? HookResult.deny(reason + " Commit with another message.")
        : HookResult.context(reason + " Mend it with: git commit --amend -m MESSAGE");
  }

  private CompletionStage<HookResult> afterEdit(HookEvent event) {
    Optional<Path> file = ToolFile.edited(event).flatMap(edited -> edited.inProject(event));
    if (file.isEmpty() || event.tellsOfFailure()) {
      return HookResult.SILENCE;
    }
    return Futures.then(
        projects.of(event.folder().get()),
        patterns ->
            patterns.after().isEmpty()
                ? HookResult.SILENCE
                : CompletableFuture.supplyAsync(
                        () -> sayings(patterns, file.get().toString()), files)
                    .thenCompose(sayings -> say(event, sayings)));
  }

  /** By what they are remembered as. */
  private static Map<String, String> sayings(ProjectPatterns patterns, String file) {
    MatchBudget budget = MatchBudget.full();
    return patterns.after().stream()
        .filter(rule -> rule.isAbout(file, budget))
        .limit(MAX_SAID)
        .collect(
            Collectors.toMap(
                rule -> "after " + rule.files().text() + " " + rule.say(),
                ProjectPatterns.After::say,
                (same, again) -> same,
                LinkedHashMap::new));
  }

  private CompletionStage<HookResult> say(HookEvent event, Map<String, String> sayings) {
    return sayings.isEmpty()
        ? HookResult.SILENCE
        : told.news(event, sayings.keySet())
            .thenApply(
                news ->
                    news.isEmpty()
                        ? HookResult.NOTHING
                        : HookResult.context(
                            news.stream()
                                .map(sayings::get)
                                .collect(
                                    Collectors.joining(
                                        "; ",
                                        "swarmd: this project says after such edits: ",
                                        ""))));
  }
}
