package swarmd.builtin.sessions;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import swarmd.catalogue.EventKind;
import swarmd.hooks.Conversation;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.PerConversation;
import swarmd.text.Cut;

/** Reports finished background tasks to the model, unless its host has already done so. */
public final class BackgroundNotification implements HookHandler {
  private static final int MAX_MESSAGE = 200;
  private static final int MAX_LISTED = 5;
  private static final int MAX_SCANNED = 10_000;

  private static final String FINISHED_TASK = "A background task has finished: ";
  private static final String NOTIFICATION = "<task-notification>";
  private static final Pattern TASK_ID = Pattern.compile("<task-id>([^<]{1,256})</task-id>");
  private static final Pattern FINISHED =
      Pattern.compile("(task|background|agent).*(complete|finish|fail|done|stop)");

  private final PerConversation<BackgroundTasks> sessions =
      new PerConversation<>(BackgroundTasks::new);
  private final Notices notices = new Notices();

  @Override
  public String name() {
    return "background-notification";
  }

  @Override
  public String description() {
    return "reports finished background tasks to the model";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (!event.hasSession() || event.agent().isPresent()) {
      return HookResult.SILENCE;
    }
    if (event.kind().isAfterTool() || event.is(EventKind.TOOL_BATCH)) {
      return notices.isEmpty() ? HookResult.SILENCE : deliver(event);
    }
    Conversation session = Conversation.of(event).orElseThrow();
    if (event.isStop()) {
      onStop(event, session);
    } else if (event.is(EventKind.SESSION_START)) {
      return onStart(event, session);
    } else if (event.is(EventKind.PROMPT_SUBMITTED)) {
      markReported(event, session);
      return deliver(event);
    } else {
      onNotification(event, session);
    }
    return HookResult.SILENCE;
  }

  /** Only queues notices: context in the answer to a Stop would make the model continue. */
  private void onStop(HookEvent event, Conversation session) {
    if (event.fields().containsKey("background_tasks")) {
      sessions
          .of(session)
          .update(event.list("background_tasks"))
          .forEach(label -> notices.add(session, FINISHED_TASK + label));
    }
  }

  private void onNotification(HookEvent event, Conversation session) {
    String type =
        Cut.to(MAX_MESSAGE, event.text("notification_type").orElse("")).toLowerCase(Locale.ROOT);
    String message = Cut.toLine(MAX_MESSAGE, event.text("message").orElse(""));
    if (!event.host().traits().reportsBackgroundTasks()
        && !message.isEmpty()
        && FINISHED.matcher(type).find()) {
      notices.add(session, "The host reports on a background task: " + message);
    }
  }

  private void markReported(HookEvent event, Conversation session) {
    String prompt = event.text("prompt").orElse("");
    if (prompt.startsWith(NOTIFICATION)) {
      Matcher id = TASK_ID.matcher(Cut.to(MAX_SCANNED, prompt));
      while (id.find()) {
        sessions
            .of(session)
            .markReported(id.group(1))
            .ifPresent(label -> notices.remove(session, FINISHED_TASK + label));
      }
    }
  }

  /** A restarted host has lost its processes and does not report that. */
  private CompletionStage<HookResult> onStart(HookEvent event, Conversation session) {
    String source = event.text("source").orElse("");
    if (source.equals("resume") || source.equals("startup")) {
      List<String> lost = sessions.of(session).takeAll();
      if (!lost.isEmpty()) {
        notices.add(
            session,
            "When this session last stopped, these background tasks were running: %s. They may have ended with the host; check before you rely on them."
                .formatted(String.join("; ", lost.stream().limit(MAX_LISTED).toList())));
      }
    }
    return deliver(event);
  }

  private CompletionStage<HookResult> deliver(HookEvent event) {
    HookResult waiting = notices.take(event);
    return waiting.isNothing() ? HookResult.SILENCE : CompletableFuture.completedStage(waiting);
  }
}
