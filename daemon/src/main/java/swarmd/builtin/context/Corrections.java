package swarmd.builtin.context;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.TypedPrompt;
import swarmd.modes.Keywords;
import swarmd.skills.NewSkill;
import swarmd.skills.Skill;
import swarmd.skills.Skills;
import swarmd.text.QuotedText;

/** Proposes a skill when the person has corrected the agents of a project twice the same way. */
public final class Corrections implements HookHandler {
  private static final int SHOWN = 200;

  private final Skills skills;

  public Corrections(Skills skills) {
    this.skills = skills;
  }

  @Override
  public String name() {
    return "learner";
  }

  @Override
  public String description() {
    return "proposes a skill when the user has made the same correction twice";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    Optional<Correction> correction =
        event.hasSession()
            ? TypedPrompt.of(event)
                .flatMap(
                    prompt -> Correction.in(prompt).filter(found -> Keywords.in(prompt).isEmpty()))
            : Optional.empty();
    if (correction.isEmpty()) {
      return HookResult.SILENCE;
    }
    Correction said = correction.get();
    return skills
        .notice(
            new NewSkill(
                event.project().get(),
                Skill.Origin.PERSON,
                said.subject(),
                said.text(),
                said.triggers()))
        .thenApply(proposed -> proposed.map(Corrections::proposal).orElse(HookResult.NOTHING));
  }

  private static HookResult proposal(Skill skill) {
    String text = QuotedText.line(SHOWN, skill.text());
    return HookResult.context(
            "[swarmd learner] The user has asked for this twice in this project: " + text)
        .withSystemMessage(
            "swarmd: you have asked for this twice: %s. To tell every session that needs it: swarm skill accept %d"
                .formatted(text, skill.id()));
  }
}
