package swarmd.builtin.edits;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import swarmd.hosts.HostRules;
import swarmd.hosts.Recording;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** Only new comments that repeat their code are reported. */
class CommentCheckerTest extends InProcessTest {
  private static final JsonNode CONTINUE = Api.json("{\"continue\":true}");

  private HostSession session;

  @BeforeEach
  void openSession() {
    session = new HostSession(api.http(), daemon.project(), "s1");
  }

  private ObjectNode after(String tool, String file) {
    ObjectNode payload = session.payload("PostToolUse").put("tool_name", tool);
    payload.putObject("tool_input").put("file_path", file);
    payload.putObject("tool_response");
    return payload;
  }

  private static ObjectNode input(ObjectNode payload) {
    return (ObjectNode) payload.get("tool_input");
  }

  private String written(String file, String content) {
    ObjectNode payload = after("Write", file);
    input(payload).put("content", content);
    return report(payload);
  }

  private String edited(String file, String before, String now) {
    ObjectNode payload = after("Edit", file);
    input(payload).put("old_string", before).put("new_string", now);
    return report(payload);
  }

  private String report(ObjectNode payload) {
    return session.send(payload).at("/hookSpecificOutput/additionalContext").asText();
  }

  @Test
  void the_model_is_shown_the_comment_and_what_to_do() {
    ObjectNode payload = after("Edit", "src/A.java");
    input(payload).put("old_string", "i++;").put("new_string", "// increment i\ni++;");

    JsonNode answer = session.send(payload);

    assertThat(HostRules.problems("claude", "PostToolUse", (ObjectNode) answer)).isEmpty();
    assertThat(answer)
        .isEqualTo(
            Api.json(
                """
                {"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"swarmd: you added comments that only repeat the code next to them: `// increment i`. Remove them, or make them say why."}}
                """));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "a.py|# return result|return result",
        "a.py|# Returns the result|return result",
        "a.py|# import os|import os",
        "a.py|# set name|self.name = name",
        "a.py|# raise value error|raise ValueError(x)",
        "a.rb|# print the name|puts name",
        "a.js|// Loop through the users|for (const user of users) {",
        "a.ts|// check if user is null|if (user === null) {",
        "a.java|// create a new user service|UserService service = new UserService();",
        "a.java|// Call saveUser|saveUser(user);",
        "a.go|// increment counter by one|counter++",
        "a.rs|// initialize the counter|let mut counter = 0;",
        "a.sql|-- select all users|SELECT * FROM users;",
        "a.lua|-- get the user name|local user_name = f()",
        "a.sh|# echo the path|echo $path",
        "a.java|// throw new state error|throw new StateError(x);",
        "a.java|// return the parsed args|return parse(args);",
        "a.js|// close the file|await close(file);",
        "a.cc|// delete the node|delete node(x);",
        "A.JAVA|//parse args|Args parsed = parseArgs();",
      })
  void a_comment_that_only_repeats_the_code_is_reported(String file, String comment, String code) {
    assertThat(written(file, "x\n" + comment + "\n" + code + "\n")).contains("only repeat");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "a.js|// eslint-disable-next-line no-console|console.log(disable, next, line, no, eslint)",
        "a.py|# noqa: return result|return result",
        "a.py|# type: ignore result|result = ignore(type)",
        "a.ts|// @ts-ignore result|result = ignore(ts)",
        "a.c|// pragma result|pragma(result)",
        "a.cc|// NOLINT(result)|result = nolint()",
        "a.java|// noinspection unused result|result = unused(noinspection)",
        "a.java|// TODO return result|return result;",
        "a.java|// FIXME: return result|return result;",
        "a.sh|#!/bin/sh echo|echo bin sh",
        "a.java|// given a user|User user = given();",
        "a.java|// when user saves|when(user).saves();",
        "a.java|// then return result|then(result).return();",
        "a.java|// Arrange result|arrange(result);",
        "a.java|// act result|act(result);",
        "a.java|// assert result|assert result;",
        "a.java|/// return result|return result;",
        "a.java|//! return result|return result;",
        "a.java|/** return result */|return result;",
        "a.java|// return result because result|return result because;",
        "a.java|// see result|see(result);",
        "a.java|// workaround result|workaround(result);",
        "a.java|// since result|since(result);",
        "a.java|// https://return.result|return result https;",
        "a.java|// return result #12|return result(12);",
        "a.java|// return ABC-12|return abc(12);",
        "a.java|// Copyright result|copyright(result);",
        "a.java|// SPDX-License-Identifier: MIT|spdx.license.identifier(mit);",
        "a.java|// return result;|return result;",
        "a.java|// return result(1)|return result(1);",
        "a.java|// result|return result;",
        "a.java|// increment retries so far|i++;",
        "a.py|# Flow level|self.flow_level = 0",
        "a.py|# Line number options|line_number_options = {}",
        "a.py|# write yaml|x = 'write yaml'",
        "a.go|// SetName sets the name.|func (u *User) SetName(name string) {",
        "a.go|// ParseArgs parses args|func ParseArgs(args []string) Args {",
        "a.go|// Handler handles|type Handler interface { Handle() }",
        "a.rs|// Add user|pub async fn add_user(&mut self, user: User) {",
        "a.kt|// Load the user|override suspend fun loadUser(id: Id): User",
        "a.js|// Parse args|export function parseArgs(args) {",
        "a.py|# Parse args|def parse_args(args):",
        "a.rb|# Set the name|def set_name(name)",
        "a.sh|# Install deps|install_deps() {",
        "a.h|// Adds an observer.|void addObserver(Observer *observer);",
        "a.hpp|// Return the record name.|virtual std::string getRecordName() const { return name_;"
            + " }",
        "a.java|// gets the type of the port|private static native int getPortType(long id);",
        "a.proto|// Get user|rpc GetUser(GetUserRequest) returns (User);",
        "a.py|# Set of targets|targets = set()",
        "a.c|// Start of the buffer|char *buffer_start = buffer;",
        "a.c|// The return type|Type *return_type = x;",
        "a.java|// increment i|j++;",
        "a.java|// wait 3 seconds|wait(3);",
        "a.java|// never return null|return null;",
        "a.java|// increment i|",
        "a.md|// increment i|i++",
        "a.txt|# return result|return result",
        "a.yaml|# return result|return: result",
        "a|# return result|return result",
        "a.css|// return result|return result",
        "a.ipynb|# return result|return result",
      })
  void an_informative_comment_is_not_reported(String file, String comment, String code) {
    String line = code == null ? "" : code;

    assertThat(written(file, "x\n" + comment + "\n" + line + "\n")).isEmpty();
  }

  @Test
  void comments_after_code_count_and_those_in_strings_do_not() {
    assertThat(written("a.java", "i++; // increment i\n")).contains("`// increment i`");
    assertThat(written("b.java", "call(\"// return value\", value, x); return y;")).isEmpty();
    assertThat(written("c.py", "x = 'a # return x'; return_(x)")).isEmpty();
    assertThat(written("d.py", "\"\"\"\n# return result\nreturn result\n\"\"\"\n")).isEmpty();
    assertThat(written("e.java", "/*\n// return result\nreturn result\n*/\n")).isEmpty();
    assertThat(written("f.js", "x = `\n// return result\nreturn result\n`\n")).isEmpty();
    assertThat(written("g.js", "fetch(http://return.result)\nreturn result\n")).isEmpty();
    assertThat(written("h.sh", "echo $# return x\n")).isEmpty();
  }

  @Test
  void comments_of_several_lines_are_not_reported() {
    assertThat(written("a.java", "// return result\n// return result\nreturn result;")).isEmpty();
    assertThat(written("b.java", "// return result\n\nreturn result;")).isEmpty();
    assertThat(written("c.java", "// return result\n/** Result. */\nreturn result;")).isEmpty();
  }

  @Test
  void only_new_comments_are_reported() {
    String old = "// increment i\ni++;";
    assertThat(edited("a.java", old, old + "\nj++;")).isEmpty();
    ObjectNode overwritten = after("Write", "a.java");
    input(overwritten).put("content", old + "\n");
    ((ObjectNode) overwritten.get("tool_response")).put("originalFile", "x\n" + old);
    assertThat(report(overwritten)).isEmpty();

    assertThat(edited("a.java", old, old + "\n// increment j\nj++;")).contains("`// increment j`.");
  }

  @Test
  void each_of_several_edits_is_checked() {
    ObjectNode payload = after("MultiEdit", "a.java");
    input(payload)
        .putArray("edits")
        .add(Api.object().put("old_string", "a").put("new_string", "b"))
        .add("no edit")
        .add(Api.object().put("old_string", 5).put("new_string", "// increment i\ni++;"))
        .add(Api.object().put("old_string", "").put("new_string", "// return x\nreturn x;"));

    assertThat(report(payload)).contains("`// increment i`, `// return x`.");
  }

  @Test
  void three_comments_are_shown_and_the_others_counted() {
    StringBuilder text = new StringBuilder();
    for (char c = 'p'; c <= 'u'; c++) {
      text.append("// increment ").append(c).append('\n').append(c).append("++;\n");
    }

    assertThat(written("a.java", text.toString()))
        .contains("`// increment p`, `// increment q`, `// increment r` and 3 more.");
  }

  @Test
  void the_same_comment_is_reported_once_per_conversation() {
    String text = "// increment i\ni++;";
    assertThat(written("a.java", text)).isNotEmpty();
    assertThat(written("b.java", text)).isEmpty();

    ObjectNode subagents = after("Write", "a.java").put("agent_id", "sub1");
    input(subagents).put("content", text);
    assertThat(report(subagents)).isNotEmpty();
    session = new HostSession(api.http(), daemon.project(), "s2");
    assertThat(written("a.java", text)).isNotEmpty();
  }

  @Test
  void a_failed_edit_is_not_checked() {
    ObjectNode failed = after("Write", "a.java").put("hook_event_name", "PostToolUseFailure");
    input(failed).put("content", "// increment i\ni++;");

    assertThat(session.send(failed)).isEqualTo(CONTINUE);
  }

  @Test
  void gemini_gets_the_report_in_its_own_format() {
    Recording recording =
        Recording.all().stream()
            .filter(each -> each.event().equals("AfterTool"))
            .filter(each -> each.label().equals("write_file"))
            .findFirst()
            .orElseThrow();
    ObjectNode payload = recording.payload().put("cwd", daemon.project().toString());
    input(payload).put("file_path", "a.py").put("content", "# return result\nreturn result\n");

    JsonNode answer = session.send(payload);

    assertThat(HostRules.problems("gemini", "AfterTool", (ObjectNode) answer)).isEmpty();
    assertThat(answer.toString()).contains("`# return result`");
    input(payload).put("content", "# return total\nreturn total\n");
    ((ObjectNode) payload.at("/tool_response/returnDisplay"))
        .put("originalContent", "x\n# return total\nreturn total\n");
    assertThat(session.send(payload)).as("it was there already").isEqualTo(CONTINUE);
  }

  @Test
  void huge_and_malformed_input_does_no_harm() {
    String line = "// increment i\ni++;\n";
    assertThat(written("a.java", "x\n".repeat(40_000) + line)).isEmpty();
    assertThat(written("b.java", "/*\"'`".repeat(200_000))).isEmpty();
    assertThat(written("c.py", "#".repeat(500_000) + "\n" + "# ".repeat(100_000))).isEmpty();
    assertThat(written("d.java", "// " + "a b ".repeat(30_000) + "\na.b();")).isEmpty();
    ObjectNode odd = after("Write", "a.java");
    input(odd).put("content", 5);
    assertThat(session.send(odd)).isEqualTo(CONTINUE);
    odd.put("tool_input", "text");
    assertThat(session.send(odd)).isEqualTo(CONTINUE);
    odd.put("tool_response", 7);
    assertThat(session.send(odd)).isEqualTo(CONTINUE);
  }
}
