package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;

final class ListTasksTest extends InProcessTest {
  @Test
  void a_list_is_narrowed_by_project_swarm_and_status() {
    api.add("one", "two");
    api.post("/v1/tasks", api.body().put("title", "three").put("swarm", "other"));
    api.post("/v1/tasks", Api.object().put("project", "/elsewhere").put("title", "four"));
    api.claim("a");

    assertThat(api.titles("")).containsExactly("one", "two", "three", "four");
    assertThat(api.titles("?project=" + daemon.project())).containsExactly("one", "two", "three");
    assertThat(api.titles("?project=/elsewhere")).containsExactly("four");
    assertThat(api.titles("?swarm=other")).containsExactly("three");
    assertThat(api.titles("?status=claimed")).containsExactly("one");
    assertThat(api.titles("?status=pending&swarm=default&project=" + daemon.project()))
        .containsExactly("two");
    assertThat(api.titles("?project=/nowhere")).isEmpty();
  }

  @Test
  void the_pages_of_a_list_hold_every_task_once() {
    api.add("one", "two", "three", "four", "five");

    assertThat(api.titles("?limit=2")).containsExactly("one", "two");
    assertThat(api.titles("?limit=2&after=2")).containsExactly("three", "four");
    assertThat(api.titles("?limit=2&after=4")).containsExactly("five");
    assertThat(api.titles("?limit=2&after=5")).isEmpty();
  }
}
