package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ModeDocumentationTest {
  private static final Path REPOSITORY = Path.of(System.getProperty("swarmd.repository"));

  @Test
  void the_description_of_the_api_lists_all_modes() throws IOException {
    JsonNode api = new YAMLMapper().readTree(REPOSITORY.resolve("schema/openapi.yaml").toFile());
    List<String> listed = new ArrayList<>();
    for (JsonNode parameter : api.at("/paths/~1v1~1modes~1{mode}/parameters")) {
      parameter.at("/schema/enum").forEach(mode -> listed.add(mode.asText()));
    }

    assertThat(listed).containsExactlyElementsOf(labels());
  }

  private static List<String> labels() {
    return Arrays.stream(Mode.values()).map(Mode::label).toList();
  }

  @ParameterizedTest
  @EnumSource
  void the_page_on_modes_lists_the_maximum_holds_of_each_mode(Mode mode) throws IOException {
    int max = ModeState.initial(mode).maxHolds();

    assertThat(Files.readAllLines(REPOSITORY.resolve("docs/how-to/modes.md")))
        .anyMatch(line -> line.matches("\\| %s \\|.*\\|.*\\b%d \\|".formatted(mode.label(), max)));
  }
}
