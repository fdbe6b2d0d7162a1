package swarmd.catalogue;

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

    private String body(OwnCommand command) {
      return command == OwnCommand.CANCEL
          ? "I have ended swarmd's modes in this session, so you may stop when you like."
          : "Work on this in swarmd's mode " + command.label() + ", which its hook explains.";
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

  /** The whole file. */
  public abstract String text(OwnCommand command);
}
