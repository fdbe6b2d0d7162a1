package swarmd.realhosts;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The differences between the hosts' programs. */
public sealed interface HostBinary
    permits ClaudeProgram,
        GeminiProgram,
        CodexProgram,
        CopilotProgram,
        QwenProgram,
        OpencodeProgram {
  /** Its name in `swarm install`. */
  String name();

  /** The command that answers one prompt without a terminal. */
  List<String> command(String prompt, String permissions);

  /** The command for a conversation in a terminal. */
  List<String> interactive(String permissions);

  /** A text on the screen when it is ready for the first prompt. */
  String ready();

  /** Answers the questions of a first start in a terminal. */
  default void begin(TerminalSession terminal) {}

  /** The arguments that make the command resume the last session. */
  List<String> goOn();

  /** The permission mode in which it uses every tool without asking. */
  String unasked();

  /** The permission mode of a person who has chosen none; empty if that has no name. */
  String usual();

  /** Takes away the tool that runs commands. */
  RealHost withoutShell(RealHost host);

  /** The environment in which it talks only to this model. */
  Map<String, String> environment(String model);

  /** A project's settings, below its folder. */
  String settingsFile();

  /** The user's settings, below the home, with the answers to questions of a first start. */
  Map<String, JsonNode> homeFiles(Path project);

  /** Other files that it needs. */
  default Map<Path, String> otherFiles(Path home, Path project, String model) {
    return Map.of();
  }

  /** More options of `swarm install`. */
  default List<String> installOptions() {
    return List.of();
  }
}
