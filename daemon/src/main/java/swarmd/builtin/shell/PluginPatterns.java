package swarmd.builtin.shell;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import swarmd.builtin.payload.ToolFile;
import swarmd.builtin.shell.ProjectPatterns.Commit;
import swarmd.catalogue.EventKind;
import swarmd.common.Futures;
import swarmd.files.FileLanes;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.text.Cut;
import swarmd.time.Time;
import swarmd.userhooks.MatchBudget;

/**
 * Checks commit messages against the project's pattern, and passes on the project's reminders after
 * edits. Never runs code from the project.
 */
public final class PluginPatterns implements HookHandler {
  private static final int MAX_REMINDERS = 3;

  private final DeliveryLog deliveries;
  private final FileLanes files;
  private final PatternFiles projects;

  /**
   * @param files runs the code that reads the file system or may be slow
   */
  public PluginPatterns(DeliveryLog deliveries, FileLanes files, Time time) {
    this.deliveries = deliveries;
    this.files = files;
    projects = new PatternFiles(files, time);
  }

  @Override
  public String name() {
    return "plugin-patterns";
  }

  @Override
  public String description() {
    return "checks commit messages, and passes on the project's reminders after edits";
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
                files.of(event.folder()));
  }

  private static HookResult refusal(Commit commit, String subject, boolean deny) {
    String reason =
        "swarmd: the commit message \"%s\" does not match what this project requires: %s."
            .formatted(Cut.toLine(100, subject), commit.description());
    return deny
        ? HookResult.deny(reason + " Commit with another message.")
        : HookResult.context(reason + " Fix it with: git commit --amend -m MESSAGE");
  }

  private CompletionStage<HookResult> afterEdit(HookEvent event) {
    List<Path> edited =
        ToolFile.edited(event).stream().flatMap(file -> file.inProject(event).stream()).toList();
    if (edited.isEmpty() || event.tellsOfFailure()) {
      return HookResult.SILENCE;
    }
    return Futures.then(
        projects.of(event.folder().get()),
        patterns ->
            patterns.after().isEmpty()
                ? HookResult.SILENCE
                : CompletableFuture.supplyAsync(
                        () -> reminders(patterns, edited), files.of(event.folder()))
                    .thenCompose(reminders -> deliver(event, reminders)));
  }

  /** Keyed by delivery key. */
  private static Map<String, String> reminders(ProjectPatterns patterns, List<Path> edited) {
    MatchBudget budget = MatchBudget.full();
    return patterns.after().stream()
        .filter(rule -> edited.stream().anyMatch(file -> rule.matches(file.toString(), budget)))
        .limit(MAX_REMINDERS)
        .collect(
            Collectors.toMap(
                rule -> "after " + rule.files().text() + " " + rule.message(),
                ProjectPatterns.After::message,
                (same, again) -> same,
                LinkedHashMap::new));
  }

  private CompletionStage<HookResult> deliver(HookEvent event, Map<String, String> reminders) {
    return reminders.isEmpty()
        ? HookResult.SILENCE
        : deliveries
            .news(event, reminders.keySet())
            .thenApply(
                news ->
                    news.isEmpty()
                        ? HookResult.NOTHING
                        : HookResult.context(
                            news.stream()
                                .map(reminders::get)
                                .collect(
                                    Collectors.joining(
                                        "; ",
                                        "swarmd: this project's reminder after such edits: ",
                                        ""))));
  }
}
