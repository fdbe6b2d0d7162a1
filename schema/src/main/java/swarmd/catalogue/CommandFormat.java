package swarmd.catalogue;

import java.util.Optional;

/** How a host's files define slash commands. */
public enum CommandFormat {
  /**
   * Hooks see the prompt as it was typed, the model sees the file's text. The model must not call
   * these by itself: only the person starts and ends modes.
   */
  MARKDOWN(".md") {
    @Override
    public String text(OwnCommand command) {
      String hint =
          command.arguments().isEmpty() ? "" : "argument-hint: " + command.arguments() + "\n";
      return "---\n# "
          + MARK
          + "\ndescription: "
          + command.description()
          + "\n"
          + hint
          + "disable-model-invocation: true\n---\n"
          + body(command)
          + "\n\n$ARGUMENTS\n";
    }
  },

  /** Hooks and the model both see the prompt after its expansion, so that has to be the command. */
  TOML(".toml") {
    @Override
    public String text(OwnCommand command) {
      return "# "
          + MARK
          + "\ndescription = \""
          + command.description()
          + "\"\nprompt = \"/"
          + command.label()
          + " {{args}}\"\n";
    }
  };

  private static final String MARK = "Written by `swarm install`; `swarm uninstall` removes it.";

  private final String extension;

  CommandFormat(String extension) {
    this.extension = extension;
  }

  public String fileName(OwnCommand command) {
    return command.label() + extension;
  }

  /** What the model reads where the host expands the command itself. */
  private static String body(OwnCommand command) {
    return command == OwnCommand.CANCEL
        ? "I have ended swarmd's modes in this session, so you may stop when you like."
        : "Work on this in swarmd's mode " + command.label() + ", which its hook explains.";
  }

  /** The command whose file expands to this prompt, as it was typed; empty if none does. */
  public static Optional<String> expanded(String prompt) {
    for (OwnCommand command : OwnCommand.values()) {
      String body = body(command);
      if (prompt.startsWith(body)) {
        String arguments = prompt.substring(body.length()).strip();
        return Optional.of(("/" + command.label() + " " + arguments).strip());
      }
    }
    return Optional.empty();
  }

  /** The whole file. */
  public abstract String text(OwnCommand command);
}
