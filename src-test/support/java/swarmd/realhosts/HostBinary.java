package swarmd.realhosts;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What is particular to one host's program. */
public sealed interface HostBinary permits ClaudeProgram, GeminiProgram {
  /** What `swarm install` calls it. */
  String name();

  /** The command that answers one prompt without a terminal. */
  List<String> command(String prompt, String permissions);

  /** What has that command go on with the last session. */
  List<String> goOn();

  /** The permission mode in which it uses every tool unasked. */
  String unasked();

  /** It talks to this model and to nobody else. */
  Map<String, String> environment(String model);

  /** A project's settings, below its folder. */
  String settingsFile();

  /** The person's settings, below the home: what would be asked at a first start is answered. */
  Map<String, JsonNode> homeFiles(Path project);
}
