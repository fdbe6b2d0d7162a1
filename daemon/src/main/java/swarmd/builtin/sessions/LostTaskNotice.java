package swarmd.builtin.sessions;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.catalogue.EventKind;
import swarmd.common.LruMap;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.sessions.LivingSessions;
import swarmd.sessions.SubagentRepository;
import swarmd.store.RetriedWrites;
import swarmd.store.Store;
import swarmd.store.Transaction;
import swarmd.swarm.Holder;
import swarmd.swarm.LostTask;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskQueries;
import swarmd.swarm.TaskRepository;
import swarmd.swarm.TaskStatus;
import swarmd.swarm.TaskText;
import swarmd.text.QuotedText;

/**
 * Reports to an agent with its next event that it has lost a task: which, why, and who has it now.
 * The main agent hears of the tasks of subagents that are gone. Must be the last handler, so that
 * no denial drops the text.
 */
public final class LostTaskNotice implements HookHandler {
  private static final Logger log = LoggerFactory.getLogger(LostTaskNotice.class);
  private static final int MAX_SESSIONS = 10_000;
  private static final int MAX_LISTED = 5;
  private static final int MAX_TEXT = 80;

  private final Store store;
  private final RetriedWrites writes;
  private final LivingSessions living;

  /** Sessions that may have something to hear; all others cost no query. */
  private final Set<Key> pending =
      Collections.newSetFromMap(Collections.synchronizedMap(new LruMap<>(MAX_SESSIONS)));

  private record Key(String project, String session) {}

  public LostTaskNotice(Store store, RetriedWrites writes, LivingSessions living) {
    this.store = store;
    this.writes = writes;
    this.living = living;
    store.onCommit(TaskEvent.class, this::onCommit);
    store
        .read(snapshot -> snapshot.get(TaskQueries.class).lost())
        .whenComplete(
            (lost, failure) -> {
              if (failure != null) {
                log.warn("Could not read which agents have lost their tasks", failure);
              } else {
                lost.forEach(each -> pending.add(new Key(each.project(), each.session())));
              }
            });
  }

  @Override
  public String name() {
    return "lost-tasks";
  }

  @Override
  public String description() {
    return "reports to an agent that it has lost a task, and who has it now";
  }

  private void onCommit(List<TaskEvent> events) {
    for (TaskEvent event : events) {
      switch (event.kind()) {
        case EXPIRED, CANCELLED, RELEASED ->
            event.session().ifPresent(session -> pending.add(new Key(event.project(), session)));
        default -> {}
      }
    }
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (pending.isEmpty() || !event.hasSession() || !carriesContext(event)) {
      return HookResult.SILENCE;
    }
    Key key = new Key(event.project().get(), event.session().get());
    if (!pending.remove(key)) {
      return HookResult.SILENCE;
    }
    // in the order of the writes, so that what was told is gone
    return store
        .write(transaction -> news(transaction, event))
        .handle(
            (news, failure) -> {
              if (failure != null || news.othersWait) {
                pending.add(key);
              }
              return failure == null ? tell(news) : HookResult.NOTHING;
            });
  }

  private static boolean carriesContext(HookEvent event) {
    return event.kind().isAfterTool()
        || event.is(EventKind.PROMPT_SUBMITTED)
        || event.is(EventKind.SESSION_START)
        || event.is(EventKind.BEFORE_TOOL) && event.host().traits().contextBeforeTools();
  }

  /**
   * What an agent has to hear.
   *
   * @param othersWait whether another agent of its session has to hear something
   */
  private record News(List<LostTask> lost, List<String> texts, boolean othersWait) {}

  private News news(Transaction transaction, HookEvent event) {
    TaskQueries tasks = transaction.get(TaskRepository.class);
    List<LostTask> mine = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    boolean othersWait = false;
    for (LostTask lost : tasks.lostIn(event.project().get(), event.session().get())) {
      if (!concerns(event, lost)) {
        othersWait = true;
        continue;
      }
      mine.add(lost);
      tasks
          .find(lost.taskId())
          .filter(task -> !holdsAgain(event, task, transaction))
          .ifPresent(task -> texts.add(text(task, lost)));
    }
    return new News(mine, texts, othersWait);
  }

  /** A subagent that is gone cannot hear; its main agent can. */
  private boolean concerns(HookEvent event, LostTask lost) {
    boolean subagentLives =
        living
            .find(lost.project(), lost.session())
            .flatMap(signs -> signs.subagent(lost.agent()))
            .isPresent();
    return event.agent().map(agent -> agent.equals(lost.agent())).orElse(!subagentLives);
  }

  private static boolean holdsAgain(HookEvent event, Task task, Transaction transaction) {
    return task.lease().isPresent()
        && Holder.is(
            event.session(), event.agent(), task, transaction.get(SubagentRepository.class));
  }

  private HookResult tell(News news) {
    if (!news.lost.isEmpty()) {
      writes.submit(
          transaction -> news.lost.forEach(transaction.get(TaskRepository.class)::forgetLost));
    }
    if (news.texts.isEmpty()) {
      return HookResult.NOTHING;
    }
    List<String> lines = new ArrayList<>(news.texts.stream().limit(MAX_LISTED).toList());
    if (news.texts.size() > MAX_LISTED) {
      lines.add("%d more tasks are lost as well.".formatted(news.texts.size() - MAX_LISTED));
    }
    return HookResult.context("swarmd: " + String.join("\n", lines));
  }

  private static String text(Task task, LostTask lost) {
    String why = task.status() == TaskStatus.CANCELLED ? "" : ": " + lost.why();
    return "You no longer hold task %d %s%s. It %s."
        .formatted(
            task.id(), QuotedText.line(MAX_TEXT, task.title()), why, TaskText.afterLoss(task));
  }
}
