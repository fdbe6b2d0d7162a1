package swarmd.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import swarmd.hostfile.MalformedJson;

/** Edits of a settings file; our hook is `/d/bin/swarm hook`. */
final class SettingsMergeTest {
  private static final Map<String, Object> OURS = group("/d/bin/swarm hook");
  private static final String ONE_LINE =
      "{\"hooks\": [{\"type\": \"command\", \"command\": \"/d/bin/swarm hook\"}]}";

  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of(
            "{}\n",
            "{\n  \"hooks\": {\n    \"Stop\": [\n" + ours("      ", "  ") + "\n    ]\n  }\n}\n"),
        Arguments.of(
            "",
            "{\n  \"hooks\": {\n    \"Stop\": [\n" + ours("      ", "  ") + "\n    ]\n  }\n}\n"),
        Arguments.of("{\"a\":1}", "{\"a\":1, \"hooks\": {\"Stop\": [" + ONE_LINE + "]}}"),
        Arguments.of(
            "{\n\t\"a\": 1\n}",
            "{\n\t\"a\": 1,\n\t\"hooks\": {\n\t\t\"Stop\": [\n"
                + ours("\t\t\t", "\t")
                + "\n\t\t]\n\t}\n}"),
        Arguments.of(
            "{\r\n    \"a\": 1\r\n}\r\n",
            ("{\n    \"a\": 1,\n    \"hooks\": {\n        \"Stop\": [\n"
                    + ours("            ", "    ")
                    + "\n        ]\n    }\n}\n")
                .replace("\n", "\r\n")),
        Arguments.of(
            "{\n  \"hooks\": {},\n  \"b\": 2\n}",
            "{\n  \"hooks\": {\n    \"Stop\": [\n"
                + ours("      ", "  ")
                + "\n    ]\n  },\n  \"b\": 2\n}"),
        Arguments.of(
            "{\n  \"hooks\": {\n    \"Stop\": []\n  }\n}",
            "{\n  \"hooks\": {\n    \"Stop\": [\n" + ours("      ", "  ") + "\n    ]\n  }\n}"),
        Arguments.of(
            "{\n  \"hooks\": {\"Stop\": [{\"hooks\": []}]}\n}",
            "{\n  \"hooks\": {\"Stop\": [{\"hooks\": []}, " + ONE_LINE + "]}\n}"),
        Arguments.of(
            "{\n  \"hooks\": { // mine\n    \"End\": [] /* none */ // yet\n  }\n}",
            "{\n  \"hooks\": { // mine\n    \"End\": [], /* none */ // yet\n    \"Stop\": [\n"
                + ours("      ", "  ")
                + "\n    ]\n  }\n}"),
        Arguments.of(
            "{ // nothing yet\n}",
            "{ // nothing yet\n  \"hooks\": {\n    \"Stop\": [\n"
                + ours("      ", "  ")
                + "\n    ]\n  }\n}"));
  }

  /** Our group at this indent. */
  private static String ours(String indent, String unit) {
    return String.join(
        "\n",
        indent + "{",
        indent + unit + "\"hooks\": [",
        indent + unit + unit + "{",
        indent + unit + unit + unit + "\"type\": \"command\",",
        indent + unit + unit + unit + "\"command\": \"/d/bin/swarm hook\"",
        indent + unit + unit + "}",
        indent + unit + "]",
        indent + "}");
  }

  @ParameterizedTest
  @MethodSource("texts")
  void our_hooks_are_added_in_the_style_of_the_file(String before, String after)
      throws MalformedJson {
    assertThat(install(before).text()).isEqualTo(after);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void a_second_install_changes_nothing(String before, String after) throws MalformedJson {
    assertThat(install(after).text()).isEqualTo(after);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void an_uninstall_restores_the_text(String before, String after) throws MalformedJson {
    EditableSettings original = parse(before);

    String restored =
        SettingsMerge.uninstall(parse(after), path -> original.at(path).isPresent()).text();

    assertThat(restored).isEqualTo(before.isEmpty() ? "{}\n" : before);
  }

  @Test
  void hooks_added_after_ours_stay_and_ours_keep_their_place() throws MalformedJson {
    String moved =
        "{\"hooks\":{\"Stop\":[" + ONE_LINE + ",{\"hooks\":[]}],\"New\":[]},\"last\":true}";

    assertThat(install(moved).text()).isEqualTo(moved);
    assertThat(install(moved.replace("/d/", "/old/")).text()).isEqualTo(moved);
    assertThat(SettingsMerge.uninstall(parse(moved), path -> false).text())
        .isEqualTo("{\"hooks\":{\"Stop\":[{\"hooks\":[]}],\"New\":[]},\"last\":true}");
  }

  @Test
  void hooks_of_an_old_installation_are_replaced_everywhere() throws MalformedJson {
    String old = "{\"type\":\"command\",\"command\":\"/old/bin/swarm hook\"}";
    String other = "{\"type\":\"command\",\"command\":\"say\"}";
    String before =
        "{\"hooks\":{\"Gone\":[{\"hooks\":[OLD]}],\"Stop\":[{\"hooks\":[OLD, OTHER, OLD]},{\"hooks\":[OLD]},{\"hooks\":[OLD]}]}}"
            .replace("OLD", old)
            .replace("OTHER", other);

    assertThat(install(before).text())
        .isEqualTo("{\"hooks\":{\"Stop\":[{\"hooks\":[" + other + "]}," + ONE_LINE + "]}}");
  }

  @Test
  void comments_survive_the_removal() throws MalformedJson {
    String before =
        """
        {
          "hooks": {
            "Stop": [ // first
              ONE, // ours
              {"hooks": []} // other
            ],
            "End": [ONE] // end
          } // hooks
        }\
        """;

    assertThat(
            SettingsMerge.uninstall(parse(before.replace("ONE", ONE_LINE)), path -> false).text())
        .isEqualTo(
            """
            {
              "hooks": {
                "Stop": [ // first
                  // ours
                  {"hooks": []} // other
                ] // end
              } // hooks
            }\
            """);
  }

  @Test
  void a_file_without_our_hooks_is_not_touched() throws MalformedJson {
    String before = "{ \"hooks\" : { \"Stop\" : [ ] , \"End\":[{}] } , \"env\":{} }";

    assertThat(SettingsMerge.uninstall(parse(before), path -> false).text()).isEqualTo(before);
  }

  private static EditableSettings install(String text) throws MalformedJson {
    return SettingsMerge.install(parse(text), Map.of("Stop", OURS));
  }

  private static EditableSettings parse(String text) throws MalformedJson {
    return EditableSettings.parse(text, true);
  }

  private static Map<String, Object> group(String command) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("type", "command");
    entry.put("command", command);
    return Map.of("hooks", List.of(entry));
  }
}
