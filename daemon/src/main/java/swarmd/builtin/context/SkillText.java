package swarmd.builtin.context;

import java.util.List;
import java.util.Optional;
import swarmd.files.TextFile;
import swarmd.text.Cut;

/**
 * A saved lesson for similar work.
 *
 * @param triggers words in a prompt that select the skill, in lower case
 */
record SkillText(
    String hash,
    String name,
    Optional<String> description,
    List<String> triggers,
    String text,
    boolean whole) {
  private static final int MAX_TRIGGERS = 20;
  private static final int MAX_TRIGGER_LENGTH = 60;
  private static final int MIN_TRIGGER_LENGTH = 2;

  /** Empty if the file has no triggers or no text. */
  static Optional<SkillText> of(TextFile file) {
    FrontMatter front = FrontMatter.of(file.text());
    List<String> triggers =
        front.list("triggers").stream()
            .map(Words::normalize)
            .filter(trigger -> trigger.length() >= MIN_TRIGGER_LENGTH)
            .filter(trigger -> trigger.length() <= MAX_TRIGGER_LENGTH)
            .distinct()
            .limit(MAX_TRIGGERS)
            .toList();
    return triggers.isEmpty() || front.body().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new SkillText(
                ContentHash.of(file.text()),
                Cut.toLine(100, front.text("name").orElse(file.path().getFileName().toString())),
                front.text("description").map(text -> Cut.toLine(200, text)),
                triggers,
                front.body(),
                file.whole()));
  }

  /** How many of its triggers are in these words. */
  long countTriggersIn(Words words) {
    return triggers.stream().filter(words::contains).count();
  }
}
