package swarmd.builtin.sessions;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import swarmd.builtin.payload.ToolFile;
import swarmd.builtin.shell.ShellCommand;
import swarmd.files.FileLanes;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.sessions.FileEdit;
import swarmd.time.Time;

/**
 * Records which files of the project a subagent writes with shell commands, because a subagent that
 * has edited the work cannot review it.
 */
public final class ShellEdits implements HookHandler {
  private static final int MAX_FILES = 20;

  private final EditLog edits;
  private final Function<HookEvent, List<ToolFile>> written;
  private final FileLanes files;
  private final Time time;

  /**
   * @param written finds the files that a tool call has written; reads the disk
   */
  public ShellEdits(
      EditLog edits, Function<HookEvent, List<ToolFile>> written, FileLanes files, Time time) {
    this.edits = edits;
    this.written = written;
    this.files = files;
    this.time = time;
  }

  @Override
  public String name() {
    return "subagent-tracker";
  }

  @Override
  public String description() {
    return "records what subagents write with shell commands";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    boolean bySubagent = event.hasSession() && event.agent().isPresent();
    if (!bySubagent || ShellCommand.of(event).isEmpty()) {
      return HookResult.SILENCE;
    }
    long now = time.millis();
    return CompletableFuture.supplyAsync(() -> written.apply(event), files.of(event.folder()))
        .thenCompose(
            all ->
                CompletableFuture.allOf(
                    all.stream()
                        .filter(file -> file.path().startsWith(event.folder().orElseThrow()))
                        .limit(MAX_FILES)
                        .map(file -> edits.add(edit(event, file, now)))
                        .toArray(CompletableFuture<?>[]::new)))
        .thenApply(stored -> HookResult.NOTHING);
  }

  private static FileEdit edit(HookEvent event, ToolFile file, long now) {
    return new FileEdit(
        event.project().orElseThrow(),
        event.session().orElseThrow(),
        event.agent().orElseThrow(),
        event.text("agent_type").filter(type -> !type.isBlank()),
        file.path().toString(),
        now);
  }
}
