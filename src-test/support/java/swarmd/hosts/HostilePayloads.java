package swarmd.hosts;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Payloads that no well-behaved host would send; the same seed yields the same payloads. */
public final class HostilePayloads {
  private static final List<Recording> RECORDINGS = Recording.all();

  private static final String[] NAMES = {
    "session_id",
    "sessionId",
    "agent_id",
    "agentId",
    "cwd",
    "directory",
    "hook_event_name",
    "hookEventName",
    "tool_name",
    "tool_input",
    "toolInput",
    "tool_response",
    "timestamp",
    "transcript_path",
    "trigger",
    "reason",
    "prompt",
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "",
    "a.b",
    "\\u0000",
    "\\ud800",
    "ÄÖ",
    "aB",
    "AB",
    "hasOwnProperty"
  };
  private static final String[] VALUES = {
    "null",
    "true",
    "0",
    "-0",
    "1e400",
    "-1.5E-300",
    "12345678901234567890123",
    "\"\"",
    "{}",
    "[]",
    "\"../../etc/passwd\"",
    "\"/etc/passwd\"",
    "\"a/../b\"",
    "\"..\"",
    "\"a\\u0000b\"",
    "\"\\ud83d\"",
    "\"ok-id_1\"",
    "\"/home/dev\"",
    "\"PreToolUse\"",
    "\"PermissionRequest\"",
    "\"BeforeTool\"",
    "\"stop\"",
    "\"ralph\"",
    "\"Setup\"",
    "\"init\"",
    "\"__proto__\"",
    "{\"__proto__\":{\"isAdmin\":true}}",
    "NaN",
    "tru",
    "'x'",
    "01",
    "\"\\x\"",
    "[1,]",
    "{\"a\"}"
  };
  private static final String[] PATHS = {
    "pre-tool-use",
    "permission-request",
    "PermissionRequest",
    "ralph",
    "Stop",
    "BeforeTool",
    "AfterAgent",
    "Whatever",
    "..",
    "%2e%2e",
    "",
    "Setup",
    "setup-init"
  };
  private static final String[] HEADERS = {"claude", "gemini", "generic", "CLAUDE", "", "../x"};

  private final Random random;

  public HostilePayloads(long seed) {
    random = new Random(seed);
  }

  public byte[] payload(int number) {
    return switch (number % 8) {
      case 0 -> mutated(recorded());
      case 1 -> truncated(recorded());
      case 2 -> noise();
      case 3 -> deep().getBytes(StandardCharsets.UTF_8);
      case 4 -> spliced(recorded());
      case 5 -> number % 200 == 5 ? huge() : object().getBytes(StandardCharsets.UTF_8);
      default -> object().getBytes(StandardCharsets.UTF_8);
    };
  }

  private byte[] recorded() {
    return one(RECORDINGS).bytes();
  }

  private byte[] mutated(byte[] body) {
    for (int i = random.nextInt(4); i >= 0; i--) {
      body[random.nextInt(body.length)] = (byte) random.nextInt();
    }
    return body;
  }

  private byte[] truncated(byte[] body) {
    return Arrays.copyOf(body, random.nextInt(body.length));
  }

  private byte[] noise() {
    byte[] body = new byte[random.nextInt(200)];
    random.nextBytes(body);
    return body;
  }

  /** Invalid UTF-8, or a value of another type, in the middle of a real payload. */
  private byte[] spliced(byte[] body) {
    String text = new String(body, StandardCharsets.ISO_8859_1);
    String added =
        random.nextBoolean()
            ? "\"" + one(NAMES) + "\":" + one(VALUES) + ","
            : "\"k\":\"\u00ff\u00fe\u00c0\u0080\",";
    ByteArrayOutputStream spliced = new ByteArrayOutputStream();
    spliced.writeBytes(("{" + added + text.substring(1)).getBytes(StandardCharsets.ISO_8859_1));
    return spliced.toByteArray();
  }

  private String object() {
    List<String> fields = new ArrayList<>();
    if (random.nextInt(3) > 0) {
      fields.add(
          "\"hook_event_name\":\"" + one("Stop", "PreToolUse", "Setup", "SessionEnd") + "\"");
    }
    for (int i = random.nextInt(8); i > 0; i--) {
      fields.add("\"" + one(NAMES) + "\":" + one(VALUES));
    }
    return "{" + String.join(",", fields) + "}";
  }

  private String deep() {
    int depth = random.nextInt(20) == 0 ? 100_000 : random.nextInt(400);
    String open = one("[", "{\"a\":");
    String end = open.equals("[") ? "]" : "}";
    return "{\"hook_event_name\":\"Stop\",\""
        + one(NAMES)
        + "\":"
        + open.repeat(depth)
        + "1"
        + end.repeat(depth)
        + "}";
  }

  private byte[] huge() {
    String huge =
        one("x", "/", "a_", "aB", "\\u0000", "😀").repeat(100_000 + random.nextInt(400_000));
    String json =
        random.nextBoolean()
            ? "{\""
                + one("session_id", "cwd", "hook_event_name", "tool_name")
                + "\":\""
                + huge
                + "\"}"
            : "{\"hook_event_name\":\"Stop\",\"" + huge.substring(0, 40_000) + "\":1}";
    return json.getBytes(StandardCharsets.UTF_8);
  }

  Optional<String> host() {
    return maybe(HEADERS);
  }

  public Optional<String> path() {
    return maybe(PATHS);
  }

  Optional<String> value() {
    return maybe(VALUES);
  }

  <T> T one(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private Optional<String> maybe(String[] choices) {
    return random.nextInt(3) == 0 ? Optional.of(one(choices)) : Optional.empty();
  }

  private String one(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
