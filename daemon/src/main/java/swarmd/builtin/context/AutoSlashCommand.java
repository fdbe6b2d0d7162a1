package swarmd.builtin.context;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.OwnCommand;
import swarmd.files.FileLanes;
import swarmd.files.TextFile;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.TypedPrompt;
import swarmd.text.Cut;
import swarmd.text.QuotedText;

/** Expands "/name arguments" for the model if the host has no such command. */
public final class AutoSlashCommand implements HookHandler {
  private static final int MAX_CHARACTERS = 8_000;

  private final CommandFiles commands;

  /** Commands that every host has or is likely to get. */
  private static final Set<String> COMMON_COMMANDS =
      Set.of(
          "bug",
          "clear",
          "compact",
          "config",
          "exit",
          "help",
          "hooks",
          "init",
          "login",
          "logout",
          "mcp",
          "memory",
          "model",
          "permissions",
          "quit",
          "resume",
          "settings",
          "status",
          "theme",
          "upgrade",
          "vim");

  private final FileLanes files;

  /**
   * @param userHome contains the user's own commands
   * @param swarmdHome contains swarmd's commands
   * @param files runs the code that reads the file system
   */
  public AutoSlashCommand(Path userHome, Path swarmdHome, FileLanes files) {
    commands = new CommandFiles(userHome, swarmdHome);
    this.files = files;
  }

  @Override
  public String name() {
    return "auto-slash-command";
  }

  @Override
  public String description() {
    return "expands /name arguments at the start of a prompt";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    Optional<SlashCall> call =
        TypedPrompt.of(event)
            .filter(prompt -> !TypedPrompt.isExpanded(event))
            .flatMap(SlashCall::of)
            .filter(found -> !isHostCommand(event.host(), found.name()));
    return call.isEmpty()
        ? HookResult.SILENCE
        : CompletableFuture.supplyAsync(() -> answer(event, call.get()), files.of(event.folder()));
  }

  /** The host's own commands are never expanded, and ours are for the keyword detector. */
  private static boolean isHostCommand(HostProfile host, String command) {
    String lower = command.toLowerCase(Locale.ROOT);
    return COMMON_COMMANDS.contains(lower)
        || OwnCommand.isNamed(lower)
        || host.commands().contains(lower);
  }

  private HookResult answer(HookEvent event, SlashCall call) {
    return commands
        .find(event.host(), event.folder().map(Path::of), call.name())
        .map(file -> HookResult.context(text(call, file)))
        .orElse(HookResult.NOTHING);
  }

  private static String text(SlashCall call, TextFile file) {
    String template = FrontMatter.of(file.text()).body();
    String path = Cut.toLine(300, file.path().toString());
    String opening =
        "[swarmd auto-slash-command] The user typed /%s. It expands to this text, from %s:\n\n"
            .formatted(call.name(), path);
    String ending = ending(template);
    int room = MAX_CHARACTERS - opening.length() - ending.length();
    String text = QuotedText.lines(call.expanded(template, room));
    boolean whole = file.whole() && text.length() <= room;
    String rest = whole ? "" : "\n[cut; the rest is in " + path + "]";
    return opening + Cut.to(room - rest.length(), text) + rest + ending;
  }

  /** Commands in a template never run: it may come from an untrusted repository. */
  private static String ending(String template) {
    return template.contains("!`") ? "\n[swarmd did not run the commands in it]" : "";
  }
}
