package swarmd.catalogue;

import java.util.Optional;

/** How a host's files define slash commands. */
public enum CommandFormat {
  /**
   * Hooks see the prompt as it was typed or the file's text, the model sees the latter. The model
   * must not call these by itself: only the person starts and ends modes.
   */
  MARKDOWN(".md") {
    @Override
    public String text(OwnCommand command) {
      String hint =
          command.arguments().isEmpty() ? "" : "argument-hint: " + command.arguments() + "\n";
      return front("description: " + command.description() + "\n" + hint)
          + body(command)
          + "\n\n"
          + ARGUMENTS
          + "\n";
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

  /** The same with another placeholder. Hooks see both the typed prompt and its expansion. */
  MARKDOWN_WITH_BRACES(".md") {
    @Override
    public String text(OwnCommand command) {
      return MARKDOWN.text(command).replace(ARGUMENTS, BRACES);
    }

    @Override
    public String text(String name, String template) {
      return template.replace(ARGUMENTS, BRACES);
    }

    @Override
    public boolean runsPrograms(String template) {
      return template.contains("!{") || template.contains("@{");
    }
  },

  /**
   * A folder for each command. The host adds what follows the command's name to the file's text,
   * and hooks and the model see both in a frame that names the command.
   */
  SKILL("/SKILL.md") {
    @Override
    public String text(OwnCommand command) {
      return front("name: " + command.label() + "\ndescription: " + command.description() + "\n")
          + body(command)
          + "\n";
    }

    @Override
    public String text(String name, String template) {
      return front("name: " + name + "\ndescription: Your command " + name + "\n")
          + withoutFront(template)
          + "\n";
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
          + " "
          + BRACES
          + "\"\n";
    }

    @Override
    public String text(String name, String template) {
      String body = withoutFront(template).replace(ARGUMENTS, BRACES);
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
  };

  private static final String MARK = "Written by `swarm install`; `swarm uninstall` removes it.";

  /** The placeholder for the words after the command's name. */
  private static final String ARGUMENTS = "$ARGUMENTS";

  private static final String BRACES = "{{args}}";

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

  /** The command that a file of this name defines. */
  public String commandIn(String fileName) {
    return fileName.substring(0, fileName.length() - extension.length());
  }

  /** The fields of a file, which are the person's to call and not the model's. */
  private static String front(String fields) {
    return "---\n# " + MARK + "\n" + fields + "disable-model-invocation: true\n---\n";
  }

  /** Without the fields between two lines of dashes, for formats that have them elsewhere. */
  private static String withoutFront(String template) {
    int end = template.startsWith("---\n") ? template.indexOf("\n---\n", 3) : -1;
    return (end < 0 ? template : template.substring(end + 5)).strip();
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
