package swarmd.builtin.context;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import swarmd.common.Futures;
import swarmd.files.FileLanes;
import swarmd.hooks.Conversation;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.PerConversation;
import swarmd.hooks.TypedPrompt;
import swarmd.text.Cut;
import swarmd.time.Time;
import swarmd.time.TtlCache;

/** Shows the model saved skills whose triggers are in the prompt. */
public final class Learner implements HookHandler {
  private static final String OPENING =
      "[swarmd learner] Skills whose triggers are in the prompt; use what fits:";
  private static final int MAX_SKILLS = 10;
  private static final int MAX_SKILL = 4_000;

  /** Room for two whole skills; the others are only named. */
  private static final int MAX_CHARACTERS = 9_000;

  private final FileLanes files;
  private final DeliveryLog deliveries;
  private final TtlCache<String, List<SkillFiles.Found>> cache;
  private final PerConversation<AtomicInteger> counts = new PerConversation<>(AtomicInteger::new);

  /**
   * @param userHome contains the user's own skills
   * @param files runs the code that reads the file system
   */
  public Learner(Path userHome, DeliveryLog deliveries, FileLanes files, Time time) {
    this.files = files;
    this.deliveries = deliveries;
    cache = new TtlCache<>(new SkillFiles(userHome, time), files::of, time);
  }

  @Override
  public String name() {
    return "learner";
  }

  @Override
  public String description() {
    return "shows the model skills whose triggers are in the prompt";
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
            cache.of(conversation.get().project()),
            skills ->
                skills.isEmpty()
                    ? HookResult.SILENCE
                    : deliver(event, prompt.get(), skills, count));
  }

  private CompletionStage<HookResult> deliver(
      HookEvent event, String prompt, List<SkillFiles.Found> skills, AtomicInteger count) {
    return CompletableFuture.supplyAsync(() -> matching(prompt, skills), files.of(event.folder()))
        .thenCompose(
            matches ->
                deliveries
                    .news(event, matches.stream().map(Learner::key).toList())
                    .thenApply(news -> answer(matches, news, count)));
  }

  /** Skills with the most triggers first. */
  private static List<SkillFiles.Found> matching(String prompt, List<SkillFiles.Found> skills) {
    Words words = Words.in(prompt);
    record Match(SkillFiles.Found skill, long triggers) {}
    return skills.stream()
        .map(found -> new Match(found, found.skill().countTriggersIn(words)))
        .filter(match -> match.triggers > 0)
        .sorted(Comparator.comparingLong(Match::triggers).reversed())
        .map(Match::skill)
        .toList();
  }

  private static String key(SkillFiles.Found found) {
    return "skill " + found.skill().hash();
  }

  private static HookResult answer(
      List<SkillFiles.Found> matches, List<String> news, AtomicInteger count) {
    Set<String> undelivered = new HashSet<>(news);
    Excerpts excerpts = new Excerpts(OPENING, MAX_CHARACTERS);
    List<SkillFiles.Found> fresh =
        matches.stream()
            .filter(found -> undelivered.remove(key(found)))
            .filter(found -> count.getAndIncrement() < MAX_SKILLS)
            .toList();
    for (SkillFiles.Found found : fresh) {
      SkillText skill = found.skill();
      excerpts.add(
          found.file().toString(),
          introduction(found),
          Cut.to(MAX_SKILL, skill.text()),
          skill.whole() && skill.text().length() <= MAX_SKILL);
    }
    return fresh.isEmpty() ? HookResult.NOTHING : HookResult.context(excerpts.text());
  }

  private static String introduction(SkillFiles.Found found) {
    return "(%s: %s%s)\n"
        .formatted(
            found.origin(),
            found.skill().name(),
            found.skill().description().map(text -> ", " + text).orElse(""));
  }
}
