package swarmd.bench;

import java.util.List;

/**
 * Tool calls as agents make them, taken from sessions of real hosts. Each has a number in its
 * input, so that no two are the same and nothing is gained by remembering one.
 */
final class ToolCalls {
  private static final List<String> SHELL =
      List.of(
          "git status --short && git log --oneline -%d",
          "./gradlew test --tests 'app.login.Login%dTest' 2>&1 | tail -40",
          "grep -rn \\\"TODO(%d)\\\" src --include=*.java | head -20",
          "npm test -- --watch=false --shard=%d/9",
          "sed -n '%d,+80p' src/main/java/app/Login.java",
          "cd web && npm run build:%d",
          "git diff HEAD~%d -- src/app.ts",
          "python3 -m pytest -q tests/test_login_%d.py",
          "find . -name '*%d.java' -not -path './build/*' | wc -l",
          "ls -la src/main/java/app%d",
          "cat package.json | jq '.scripts.build%d'",
          "git add -A && git commit -m \\\"Fix the login, step %d\\\"",
          "mkdir -p build/tmp%d && cp README.md build/tmp/",
          "curl -s http://localhost:8080/health?n=%d | head -c 300");

  private static final List<String> OTHERS =
      List.of(
          "\"Read\",\"tool_input\":{\"file_path\":\"src/main/java/app/Login%d.java\"}",
          "\"Edit\",\"tool_input\":{\"file_path\":\"src/main/java/app/Login%d.java\","
              + "\"old_string\":\"return null;\",\"new_string\":\"return user;\"}",
          "\"Grep\",\"tool_input\":{\"pattern\":\"class Login%d\",\"path\":\"src\"}",
          "\"Write\",\"tool_input\":{\"file_path\":\"docs/login%d.md\",\"content\":\"# Login\"}",
          "\"Read\",\"tool_input\":{\"file_path\":\"src/app%d.ts\",\"offset\":1,\"limit\":200}",
          "\"Glob\",\"tool_input\":{\"pattern\":\"**/*%d.ts\"}");

  private ToolCalls() {}

  /** The name and input of a tool, as members of a JSON object. */
  static String any(int number) {
    int turn = number % (SHELL.size() + OTHERS.size());
    return turn < SHELL.size()
        ? shell(number, SHELL.get(turn))
        : "\"tool_name\":" + filled(OTHERS.get(turn - SHELL.size()), number);
  }

  /** The same for a shell command. */
  static String shell(int number) {
    return shell(number, SHELL.get(number % SHELL.size()));
  }

  private static String shell(int number, String command) {
    return "\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"%s\",\"description\":\"step %d\"}"
        .formatted(filled(command, number), number);
  }

  private static String filled(String template, int number) {
    return template.replace("%d", Integer.toString(number));
  }
}
