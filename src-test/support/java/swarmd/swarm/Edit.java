package swarmd.swarm;

import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** Builds a change of a task; a test sets only what matters to it. */
final class Edit {
  private Optional<String> title = Optional.empty();
  private Optional<String> description = Optional.empty();
  private Optional<Integer> priority = Optional.empty();
  private Optional<Integer> wave = Optional.empty();
  private Optional<List<Long>> dependsOn = Optional.empty();
  private Optional<List<String>> files = Optional.empty();
  private Optional<List<String>> tags = Optional.empty();
  private Optional<List<String>> checks = Optional.empty();

  private Optional<Long> notBefore = Optional.empty();

  private Edit() {}

  static Edit nothing() {
    return new Edit();
  }

  static Edit title(String text) {
    Edit edit = new Edit();
    edit.title = Optional.of(text);
    return edit;
  }

  static Edit priority(int number) {
    Edit edit = new Edit();
    edit.priority = Optional.of(number);
    return edit;
  }

  static Edit wave(int number) {
    Edit edit = new Edit();
    edit.wave = Optional.of(number);
    return edit;
  }

  static Edit after(long... ids) {
    return after(LongStream.of(ids).boxed().toList());
  }

  static Edit after(List<Long> ids) {
    Edit edit = new Edit();
    edit.dependsOn = Optional.of(ids);
    return edit;
  }

  static Edit owning(String... globs) {
    Edit edit = new Edit();
    edit.files = Optional.of(List.of(globs));
    return edit;
  }

  static Edit tagged(String... names) {
    Edit edit = new Edit();
    edit.tags = Optional.of(List.of(names));
    return edit;
  }

  static Edit checks(String... names) {
    Edit edit = new Edit();
    edit.checks = Optional.of(List.of(names));
    return edit;
  }

  static Edit notBefore(long time) {
    Edit edit = new Edit();
    edit.notBefore = Optional.of(time);
    return edit;
  }

  Edit describedAs(String text) {
    description = Optional.of(text);
    return this;
  }

  TaskChange build() {
    return new TaskChange(
        title,
        description,
        priority,
        wave,
        dependsOn,
        files,
        tags,
        checks,
        notBefore,
        Optional.empty());
  }
}
