package swarmd.builtin.context;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import swarmd.builtin.TypedPrompt;
import swarmd.common.Futures;
import swarmd.hooks.Conversation;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.PerConversation;
import swarmd.text.Cut;
import swarmd.time.Time;
import swarmd.time.TtlCache;

/** Reminds a model of what was learnt before, when a prompt calls for it. */
public final class Learner implements HookHandler {
  private static final String OPENING =
      "[swarmd learner] Skills whose triggers are in the prompt; use what fits:";
  private static final int MAX_SKILLS = 10;
  private static final int MAX_SKILL = 4_000;

  /** Two whole skills; the others are named. */
  private static final int MAX_CHARACTERS = 9_000;

  private final Executor files;
  private final DeliveryLog told;
  private final TtlCache<String, List<SkillFiles.Found>> looks;
  private final PerConversation<AtomicInteger> counts = new PerConversation<>(AtomicInteger::new);

  /**
   * @param userHome where the user's own skills are
   * @param files runs what reads the file system
   */
  public Learner(Path userHome, DeliveryLog told, Executor files, Time time) {
    this.files = files;
    this.told = told;
    looks = new TtlCache<>(new SkillFiles(userHome, time), files, time);
  }

  @Override
  public String name() {
    return "learner";
  }

  @Override
  public String description() {
    return "reminds the model of skills whose triggers are in the prompt";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    Optional<String> prompt = TypedPrompt.of(event);
    Optional<Conversation> conversation = Conversation.of(event);
    if (prompt.isEmpty() || conversation.isEmpty()) {
      return HookResult.SILENCE;
    }
    AtomicInteger count = counts.of(conversation.get());
    return count.get() >= MAX_SKILLS
        ? HookResult.SILENCE
        : Futures.then(
            looks.of(conversation.get().project()),
            skills ->
                skills.isEmpty() ? HookResult.SILENCE : called(event, prompt.get(), skills, count));
  }

  private CompletionStage<HookResult> called(
      HookEvent event, String prompt, List<SkillFiles.Found> skills, AtomicInteger count) {
    return CompletableFuture.supplyAsync(() -> calledFor(prompt, skills), files)
        .thenCompose(
            called ->
                told.news(event, called.stream().map(Learner::key).toList())
                    .thenApply(news -> answer(called, news, count)));
  }

  /** Those with the most triggers first. */
  private static List<SkillFiles.Found> calledFor(String prompt, List<SkillFiles.Found> skills) {
    Words words = Words.in(prompt);
    record Called(SkillFiles.Found skill, long triggers) {}
    return skills.stream()
        .map(found -> new Called(found, found.skill().calledBy(words)))
        .filter(called -> called.triggers > 0)
        .sorted(Comparator.comparingLong(Called::triggers).reversed())
        .map(Called::skill)
        .toList();
  }

  private static String key(SkillFiles.Found found) {
    return "skill " + found.skill().hash();
  }

  private static HookResult answer(
      List<SkillFiles.Found> called, List<String> news, AtomicInteger count) {
    Set<String> unknown = new HashSet<>(news);
    Excerpts excerpts = new Excerpts(OPENING, MAX_CHARACTERS);
    List<SkillFiles.Found> fresh =
        called.stream()
            .filter(found -> unknown.remove(key(found)))
            .filter(found -> count.getAndIncrement() < MAX_SKILLS)
            .toList();
    for (SkillFiles.Found found : fresh) {
      Skill skill = found.skill();
      String text = introduction(found) + skill.text();
      excerpts.add(
          found.file().toString(),
          Cut.to(MAX_SKILL, text),
          skill.whole() && text.length() <= MAX_SKILL);
    }
    return fresh.isEmpty() ? HookResult.NOTHING : HookResult.context(excerpts.text());
  }

  private static String introduction(SkillFiles.Found found) {
    return "(%s: %s%s)\n"
        .formatted(
            found.whose(),
            found.skill().name(),
            found.skill().description().map(text -> ", " + text).orElse(""));
  }
}
