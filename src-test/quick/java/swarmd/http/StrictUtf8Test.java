package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.InProcessTest;
import swarmd.testing.UnixHttp.Answer;

/** Bodies are strict UTF-8: anything else is 400, and a denial for a permission request. */
class StrictUtf8Test extends InProcessTest {

  /** In hexadecimal; each is a form that some decoder reads as a character. */
  static Stream<String> broken() {
    return Stream.of(
        "c0a0", // overlong blank
        "c080", // overlong NUL
        "c1bf",
        "e080af", // overlong slash
        "e08080",
        "f08080af",
        "f8888080af", // five bytes
        "fc8480808080",
        "80", // continuation of nothing
        "bf",
        "a0",
        "c3", // cut off
        "e282",
        "f09f98",
        "c328",
        "e228a1",
        "eda080", // surrogates
        "edbfbf",
        "eda0bdedb880",
        "f4908080", // above the last code point
        "fe",
        "ff",
        "e9"); // Latin-1
  }

  @ParameterizedTest
  @MethodSource("broken")
  void a_permission_request_with_broken_text_is_denied(String hex) {
    for (String name :
        new String[] {"PermissionRequest", "Permission\\u0052equest", "permission-request"}) {
      byte[] body = hook(name, "ls", hex, "src");

      assertThat(send("/v1/hooks", body).text()).contains("deny").doesNotContain("allow");
    }
    assertThat(send("/v1/hooks/permission-request", hook("x", "ls", hex, "src")).text())
        .contains("deny");
  }

  @ParameterizedTest
  @MethodSource("broken")
  void any_other_event_with_broken_text_goes_on_and_is_recorded(String hex) {
    Answer answer = send("/v1/hooks", hook("PreToolUse", "ls", hex, "src"));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).isEqualTo("{\"continue\":true}");
    eventually()
        .untilAsserted(
            () ->
                assertThat(swarm.run("events", "--hooks").out())
                    .contains("the body is not valid UTF-8"));
  }

  @ParameterizedTest
  @MethodSource("broken")
  void requests_with_broken_text_are_refused(String hex) {
    String project = daemon.project().toString();
    byte[] task =
        bytes("{\"project\":\"%s\",\"tasks\":[{\"title\":\"a".formatted(project), hex, "\"}]}");
    byte[] command =
        bytes(
            "{\"argv\":[\"note\",\"add\",\"x",
            hex,
            "\"],\"cwd\":\"%s\",\"env\":{}}".formatted(project));

    for (Answer answer : new Answer[] {send("/v1/tasks", task), send("/v1/cli", command)}) {
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.text()).contains("the body is not valid UTF-8");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UTF-16",
        "UTF-16LE",
        "UTF-16BE",
        "UTF-32",
        "UTF-32LE",
        "UTF-32BE",
        "x-UTF-16LE-BOM"
      })
  void other_encodings_are_not_guessed(String encoding) {
    byte[] body =
        new String(hook("PermissionRequest", "ls", "", " src"), StandardCharsets.UTF_8)
            .getBytes(Charset.forName(encoding));

    assertThat(send("/v1/hooks", body).text()).doesNotContain("allow");
    assertThat(send("/v1/hooks/permission-request", body).text()).contains("deny");
    assertThat(send("/v1/tasks", body).status()).isEqualTo(400);
  }

  @Test
  void text_of_all_planes_is_accepted() {
    String title = "größer 完了 😀 \ufffd";

    api.add(title);

    assertThat(api.titles("?project=" + daemon.project())).containsExactly(title);
  }

  private Answer send(String path, byte[] body) {
    return api.http().send("POST", path, Map.of(), body);
  }

  private byte[] hook(String event, String before, String hex, String after) {
    String head =
        "{\"session_id\":\"s1\",\"transcript_path\":\"/t\",\"cwd\":\"%s\",\"hook_event_name\":\"%s\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"%s"
            .formatted(daemon.project(), event, before);
    return bytes(head, hex, after + "\"}}");
  }

  private static byte[] bytes(String before, String hex, String after) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(before.getBytes(StandardCharsets.UTF_8));
    bytes.writeBytes(HexFormat.of().parseHex(hex));
    bytes.writeBytes(after.getBytes(StandardCharsets.UTF_8));
    return bytes.toByteArray();
  }
}
