package swarmd.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

final class GeneratedPagesTest {
  private static void upToDate(Docs.Generated page) throws IOException {
    assertThat(page.file())
        .as("the page is out of date; write it again with: ./gradlew docs")
        .hasContent(page.text().get());
  }

  @Test
  void the_page_of_settings_lists_all_settings() throws IOException {
    upToDate(Docs.SETTINGS);
  }

  @Test
  void the_page_of_the_api_describes_all_routes() throws IOException {
    upToDate(Docs.API);
  }

  @Test
  void the_readme_can_be_read_in_a_few_minutes() throws IOException {
    String text = Files.readString(Page.named("README.md").file());

    assertThat(text.split("\\s+").length).as("words").isLessThanOrEqualTo(900);
  }
}
