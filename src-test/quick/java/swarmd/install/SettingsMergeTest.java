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

/** What becomes of the text of a settings file; ours is the hook `/d/bin/swarm hook`. */
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

  /** As it looks at this indent. */
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
  void ours_are_added_in_the_style_of_the_file(String before, String after) throws MalformedJson {
    assertThat(install(before).text()).isEqualTo(after);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void a_second_time_changes_nothing(String before, String after) throws MalformedJson {
    assertThat(install(after).text()).isEqualTo(after);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void taken_out_again_all_is_as_it_was(String before, String after) throws MalformedJson {
    EditableSettings was = parse(before);

    String then = SettingsMerge.uninstall(parse(after), path -> was.at(path).isPresent()).text();

    assertThat(then).isEqualTo(before.isEmpty() ? "{}\n" : before);
  }

  @Test
  void what_others_have_put_behind_ours_stays_and_ours_keeps_its_place() throws MalformedJson {
    String moved =
        "{\"hooks\":{\"Stop\":[" + ONE_LINE + ",{\"hooks\":[]}],\"New\":[]},\"last\":true}";

    assertThat(install(moved).text()).isEqualTo(moved);
    assertThat(install(moved.replace("/d/", "/old/")).text()).isEqualTo(moved);
    assertThat(SettingsMerge.uninstall(parse(moved), path -> false).text())
        .isEqualTo("{\"hooks\":{\"Stop\":[{\"hooks\":[]}],\"New\":[]},\"last\":true}");
  }

  @Test
  void old_ones_are_replaced_wherever_they_are() throws MalformedJson {
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
  void comments_between_survive_the_removal() throws MalformedJson {
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
  void a_file_without_ours_is_not_touched() throws MalformedJson {
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
