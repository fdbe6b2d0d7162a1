package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.store.sqlite.TestStore.OTHER_PROJECT;
import static swarmd.store.sqlite.TestStore.PROJECT;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import swarmd.sessions.EditedFiles;
import swarmd.sessions.FileEdit;
import swarmd.sessions.FileEditQueries;
import swarmd.sessions.FileEditRepository;

/** Which agent edited which file. */
interface FileEditContract {

  TestStore store();

  private static FileEdit edit(String project, String session, String agent, String file, long at) {
    return new FileEdit(project, session, agent, Optional.empty(), file, at);
  }

  private void edited(FileEdit... edits) {
    store().change(all -> List.of(edits).forEach(all.get(FileEditRepository.class)::edited));
  }

  private List<FileEdit> latest(int limit) {
    return store().read(all -> all.get(FileEditQueries.class).latest(PROJECT, limit));
  }

  private Map<String, EditedFiles> files() {
    return store().read(all -> all.get(FileEditQueries.class).byAgent(PROJECT, "s1"));
  }

  @Test
  default void the_last_edit_of_each_agent_and_file_is_kept_with_its_type() {
    store().subagents(all -> all.seen(PROJECT, "s1", "a1", Optional.of("Explore"), 1));
    edited(
        edit(PROJECT, "s1", "a1", "/f", 3),
        edit(PROJECT, "s1", "", "/f", 4),
        edit(PROJECT, "s1", "a1", "/f", 5),
        edit(PROJECT, "s1", "a1", "/f", 2),
        edit(OTHER_PROJECT, "s1", "a1", "/f", 9));

    assertThat(latest(9))
        .containsExactly(
            edit(PROJECT, "s1", "", "/f", 4),
            new FileEdit(PROJECT, "s1", "a1", Optional.of("Explore"), "/f", 5));
    assertThat(latest(1)).extracting(FileEdit::agent).containsExactly("a1");
  }

  private void ranIn(String session, String agent, String tree, long at) {
    store()
        .change(all -> all.get(FileEditRepository.class).ranIn(PROJECT, session, agent, tree, at));
  }

  private List<String> touched(Optional<String> agent, long since) {
    return store()
        .read(all -> all.get(FileEditQueries.class).touchedSince(PROJECT, "s1", agent, since));
  }

  @Test
  default void edited_files_and_trees_of_commands_are_listed_since_a_time_until_forgotten() {
    edited(
        edit(PROJECT, "s1", "", "/f", 4),
        edit(PROJECT, "s1", "a1", "/g", 5),
        edit(PROJECT, "s1", "a1", "/old", 3),
        edit(PROJECT, "s2", "a1", "/h", 9),
        edit(OTHER_PROJECT, "s1", "a1", "/i", 9));
    ranIn("s1", "", "/tree", 6);
    ranIn("s1", "", "/tree", 4); // stored late
    ranIn("s1", "a1", "/other", 4);
    ranIn("s2", "", "/elsewhere", 9);

    assertThat(touched(Optional.empty(), 4)).containsExactly("/g", "/f", "/tree", "/other");
    assertThat(touched(Optional.empty(), 6)).containsExactly("/tree");
    assertThat(touched(Optional.of("a1"), 4)).containsExactly("/g", "/other");
    store().change(all -> all.get(FileEditRepository.class).forget(PROJECT, "s1", "a1"));
    assertThat(touched(Optional.empty(), 0)).containsExactly("/f", "/tree");
    store().change(all -> all.get(FileEditRepository.class).forget(PROJECT, "s1"));
    assertThat(touched(Optional.empty(), 0)).isEmpty();
  }

  @Test
  default void files_are_counted_and_the_latest_named_by_agent_and_counted_by_session() {
    edited(
        edit(PROJECT, "s1", "", "/f", 1),
        edit(PROJECT, "s1", "a1", "/f", 1),
        edit(PROJECT, "s1", "a1", "/g", 2),
        edit(PROJECT, "s2", "a1", "/h", 1));

    assertThat(files())
        .isEqualTo(
            Map.of(
                "",
                new EditedFiles(1, List.of("/f")),
                "a1",
                new EditedFiles(2, List.of("/g", "/f"))));
    assertThat(store().read(all -> all.get(FileEditQueries.class).count(PROJECT, "s1")).intValue())
        .isEqualTo(2);
  }

  @Test
  default void at_most_a_thousand_files_of_an_agent_are_counted() {
    for (int i = 0; i < 1_010; i++) {
      edited(edit(PROJECT, "s1", "a1", "/" + i, i));
    }

    assertThat(files())
        .isEqualTo(
            Map.of("a1", new EditedFiles(1_000, List.of("/999", "/998", "/997", "/996", "/995"))));
  }

  @Test
  default void edits_are_forgotten_with_their_session_or_when_they_are_old() {
    store().sessions(all -> all.seen(PROJECT, "s1", "claude", 20));
    store().sessions(all -> all.seen(PROJECT, "s3", "claude", 20));
    edited(
        edit(PROJECT, "s1", "", "/old", 9),
        edit(PROJECT, "s1", "", "/new", 10),
        edit(PROJECT, "s2", "", "/nobody's", 10),
        edit(PROJECT, "s3", "", "/x", 10));

    Prune.before(store(), 10);
    assertThat(latest(9)).extracting(FileEdit::file).containsExactlyInAnyOrder("/new", "/x");
    store().change(all -> all.get(FileEditRepository.class).forget(PROJECT, "s3"));
    assertThat(latest(9)).extracting(FileEdit::file).containsExactly("/new");
  }

  @Test
  default void the_edits_of_one_agent_can_be_forgotten() {
    edited(
        edit(PROJECT, "s1", "", "/f", 1),
        edit(PROJECT, "s1", "a1", "/f", 1),
        edit(PROJECT, "s1", "a2", "/f", 1));

    store().change(all -> all.get(FileEditRepository.class).forget(PROJECT, "s1", "a1"));

    assertThat(files()).containsOnlyKeys("", "a2");
  }
}
