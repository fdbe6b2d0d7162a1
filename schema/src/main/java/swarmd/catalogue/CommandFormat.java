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

    @Override
    public String text(String name, String template) {
      return template;
    }

    @Override
    public boolean runsPrograms(String template) {
      return template.contains("!`");
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

    @Override
    public String text(String name, String template) {
      String body = body(template).replace("$ARGUMENTS", "{{args}}");
      return "# "
          + MARK
          + "\ndescription = \"Your command "
          + name
          + "\"\nprompt = \"\"\"\n"
          + body.replace("\\", "\\\\").replace("\"", "\\\"")
          + "\n\"\"\"\n";
    }

    @Override
    public boolean runsPrograms(String template) {
      return template.contains("!{") || template.contains("@{");
    }

    /** Without the fields between two lines of dashes, which this format has elsewhere. */
    private String body(String template) {
      int end = template.startsWith("---\n") ? template.indexOf("\n---\n", 3) : -1;
      return (end < 0 ? template : template.substring(end + 5)).strip();
    }
  };

  private static final String MARK = "Written by `swarm install`; `swarm uninstall` removes it.";

  private final String extension;

  CommandFormat(String extension) {
    this.extension = extension;
  }

  public String fileName(OwnCommand command) {
    return fileName(command.label());
  }

  public String fileName(String command) {
    return command + extension;
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

  /**
   * The whole file of a person's own command.
   *
   * @param template Markdown, in which $ARGUMENTS stands for what follows the command's name
   */
  public abstract String text(String name, String template);

  /** Whether the host would run programs, or read files, when it expands the template. */
  public abstract boolean runsPrograms(String template);
}
