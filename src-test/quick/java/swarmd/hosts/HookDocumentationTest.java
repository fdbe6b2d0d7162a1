package swarmd.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HookType;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookLimits;
import swarmd.hooks.HookResult;

/** docs/reference/hooks.md agrees with the hook types and the host profiles. */
final class HookDocumentationTest {
  private static final Path PAGE =
      Path.of(System.getProperty("swarmd.repository"), "docs/reference/hooks.md");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  private static HostProfile host(String id) {
    return HostCatalogue.STANDARD.find(id).orElseThrow();
  }

  private final Hosts hosts = new Hosts(HostCatalogue.STANDARD, text -> "/full/text");

  /** A line of the table of types. */
  record Row(HookType type, List<String> cells) {
    Set<String> names(int cell) {
      return new LinkedHashSet<>(
          CODE.matcher(cells.get(cell))
              .results()
              .map((MatchResult code) -> code.group(1))
              .toList());
    }

    EventKind kindOf(String host, String name) {
      Optional<String> trigger = Optional.of(type.label().replace("setup-", ""));
      return host(host).kindOf(name).orElse(EventKind.OTHER).withTrigger(trigger);
    }
  }

  static List<Row> rows() {
    return page()
        .lines()
        .map(line -> Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
        .filter(cells -> cells.size() == 8 && cells.get(1).startsWith("`"))
        .map(cells -> new Row(HookType.of(cells.get(1).replace("`", "")).orElseThrow(), cells))
        .toList();
  }

  private static String page() {
    try {
      return Files.readString(PAGE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void the_page_lists_the_fifteen_types() {
    assertThat(HookType.values()).hasSize(15);
    assertThat(rows().stream().map(Row::type)).containsExactly(HookType.values());
    assertThat(typesOf("claude")).isEqualTo(EnumSet.allOf(HookType.class));
    assertThat(typesOf("generic")).isEqualTo(EnumSet.allOf(HookType.class));
  }

  private static Set<HookType> typesOf(String host) {
    Set<HookType> types = EnumSet.noneOf(HookType.class);
    for (HookType type : HookType.values()) {
      host(host).eventName(type.kind()).ifPresent(name -> types.add(type));
    }
    return types;
  }

  @ParameterizedTest
  @MethodSource("rows")
  void event_names_are_those_of_the_hosts(Row row) {
    check(row, "claude", row.names(2));
    check(row, "gemini", row.names(3));
    check(row, "generic", row.names(4));
    assertThat(host("generic").kindOf(row.type().label())).contains(row.type().kind());
  }

  private static void check(Row row, String host, Set<String> names) {
    for (String name : names) {
      assertThat(row.type().handles(row.kindOf(host, name))).as(name).isTrue();
    }
    if (!host.equals("generic")) {
      Optional<String> own = host(host).eventName(row.type().kind());
      assertThat(names.stream().findFirst()).isEqualTo(own);
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void the_page_has_the_required_fields_and_time_limits_of_each_type(Row row) {
    assertThat(row.names(5)).isEqualTo(Set.copyOf(row.type().kind().requiredFields()));
    HookLimits usual = new HookLimits(HookLimits.USUAL_WAIT);
    assertThat(row.cells().get(6)).isEqualTo(usual.of(row.type().kind()).toSeconds() + " s");
  }

  @Test
  void the_page_lists_the_sensitive_types() {
    String line =
        page()
            .lines()
            .filter(text -> text.contains("only listed fields:"))
            .findFirst()
            .orElseThrow();

    assertThat(CODE.matcher(line).results().map(code -> HookType.of(code.group(1))))
        .filteredOn(Optional::isPresent)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(HookType.values())
                .filter(type -> type.kind().isSensitive())
                .map(Optional::of)
                .toList());
  }

  @Test
  void the_page_shows_the_actual_answers() {
    HookResult hold = HookResult.deny("2 stories are left");
    HookResult tool = HookResult.deny("ada has a.txt");
    HookResult permission = HookResult.deny("not here");

    assertThat(page().lines().filter(line -> line.startsWith("{\"")))
        .containsExactly(
            answer("claude", "Stop", hold),
            answer("gemini", "Stop", hold),
            answer("generic", "Stop", hold),
            answer("claude", "PreToolUse", tool),
            answer("gemini", "PreToolUse", tool),
            answer("generic", "PreToolUse", tool),
            answer("claude", "PermissionRequest", permission),
            answer("generic", "PermissionRequest", permission));
  }

  private String answer(String host, String event, HookResult result) {
    HookEvent read =
        hosts.read(
            Optional.of(host),
            Optional.of(event),
            Optional.empty(),
            Set.of(),
            "{}".getBytes(StandardCharsets.UTF_8));
    return hosts.write(read, result).toString();
  }
}
