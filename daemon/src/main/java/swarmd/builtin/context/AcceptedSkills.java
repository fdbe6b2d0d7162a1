package swarmd.builtin.context;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import swarmd.common.Futures;
import swarmd.hooks.Conversation;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.TypedPrompt;
import swarmd.skills.Skill;
import swarmd.skills.Skills;
import swarmd.time.Time;

/**
 * Shows the model skills that the person has accepted, once they fit its prompt or a command that
 * it ran, and suggests to the person to retire those that nobody needs.
 */
public final class AcceptedSkills implements HookHandler {
  private static final String OPENING =
      "[swarmd learner] Skills that the user has accepted for this project; use what fits:";
  private static final int MAX_CHARACTERS = 6_000;
  private static final int MAX_COMMAND = 2_000;

  private final Skills skills;
  private final DeliveryLog deliveries;
  private final Time time;

  public AcceptedSkills(Skills skills, DeliveryLog deliveries, Time time) {
    this.skills = skills;
    this.deliveries = deliveries;
    this.time = time;
  }

  @Override
  public String name() {
    return "learner";
  }

  @Override
  public String description() {
    return "shows the model accepted skills that fit its prompt or its command";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    Optional<Conversation> conversation = Conversation.of(event);
    return conversation.isEmpty()
        ? HookResult.SILENCE
        : Futures.then(
            skills.accepted(conversation.get().project()),
            accepted -> accepted.isEmpty() ? HookResult.SILENCE : deliver(event, accepted));
  }

  private CompletionStage<HookResult> deliver(HookEvent event, List<Skill> accepted) {
    Optional<String> prompt = TypedPrompt.of(event);
    Optional<Words> words = prompt.map(Words::in).or(() -> command(event));
    if (words.isEmpty()) {
      return HookResult.SILENCE;
    }
    List<Skill> fitting =
        accepted.stream().filter(skill -> fits(skill, words.get(), prompt.isPresent())).toList();
    List<Skill> stale =
        prompt.isEmpty()
            ? List.of()
            : accepted.stream()
                .filter(skill -> skill.stale(time.millis()) && !fitting.contains(skill))
                .toList();
    return news(event, "skill ", fitting)
        .thenCombine(news(event, "stale skill ", stale), this::answer);
  }

  private static Optional<Words> command(HookEvent event) {
    return event.object("tool_input").get("command") instanceof String command
            && command.length() <= MAX_COMMAND
        ? Optional.of(new Words(Words.normalize(command)))
        : Optional.empty();
  }

  private static boolean fits(Skill skill, Words words, boolean prompt) {
    return skill.triggers().isEmpty()
        ? prompt
        : skill.triggers().stream().anyMatch(words::contains);
  }

  /** Those of the skills for which this model has not had such a text. */
  private CompletableFuture<List<Skill>> news(HookEvent event, String what, List<Skill> found) {
    return deliveries
        .news(event, found.stream().map(skill -> what + skill.id()).toList())
        .thenApply(
            news -> {
              Set<String> keys = new HashSet<>(news);
              return found.stream().filter(skill -> keys.contains(what + skill.id())).toList();
            });
  }

  private HookResult answer(List<Skill> fresh, List<Skill> stale) {
    HookResult result = HookResult.NOTHING;
    if (!fresh.isEmpty()) {
      skills.use(fresh);
      Excerpts excerpts = new Excerpts(OPENING, MAX_CHARACTERS);
      fresh.forEach(
          skill -> excerpts.add("skill " + skill.id(), introduction(skill), skill.text(), true));
      result = HookResult.context(excerpts.text());
    }
    return stale.isEmpty() ? result : result.withSystemMessage(retirement(stale));
  }

  private static String introduction(Skill skill) {
    return switch (skill.origin()) {
      case PERSON -> "(the user's own words)\n";
      case AGENT -> "(written by an agent)\n";
    };
  }

  private static String retirement(List<Skill> stale) {
    String ids = stale.stream().map(skill -> "" + skill.id()).collect(Collectors.joining(" "));
    return "swarmd: no session has needed %s %s for %d days; if it is outdated: swarm skill retire %s"
        .formatted(
            stale.size() == 1 ? "skill" : "skills",
            ids.replace(" ", ", "),
            Skill.STALE.toDays(),
            ids);
  }
}
