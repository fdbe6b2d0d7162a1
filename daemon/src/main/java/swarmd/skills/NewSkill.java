package swarmd.skills;

import java.util.List;
import java.util.Locale;
import swarmd.common.InvalidValue;
import swarmd.common.TextLength;

/**
 * A skill to propose.
 *
 * @param subject the same for texts that say the same
 * @param triggers words that call for it; without any it fits every session
 */
public record NewSkill(
    String project, Skill.Origin origin, String subject, String text, List<String> triggers) {
  private static final TextLength TEXT = TextLength.notBlank(2_000, "skill");
  private static final TextLength TRIGGER = TextLength.notBlank(60, "trigger").onOneLine();
  private static final int MAX_TRIGGERS = 20;

  public NewSkill {
    TEXT.check(text);
    triggers =
        triggers.stream()
            .map(trigger -> TRIGGER.check(trigger.strip()).toLowerCase(Locale.ROOT))
            .distinct()
            .toList();
    if (triggers.size() > MAX_TRIGGERS) {
      throw new InvalidValue("triggers", "are more than " + MAX_TRIGGERS);
    }
  }

  /** A text that somebody wrote as a skill. */
  public static NewSkill written(
      String project, Skill.Origin origin, String text, List<String> triggers) {
    String subject = "written by " + origin.label() + ": " + text.toLowerCase(Locale.ROOT);
    return new NewSkill(project, origin, subject, text, triggers);
  }
}
