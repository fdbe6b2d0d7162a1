package swarmd.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.api.LiveJson;
import swarmd.json.Json;
import swarmd.status.LiveReader;
import swarmd.status.LiveReader.Changes;
import swarmd.status.LiveReader.Position;
import swarmd.status.LiveReader.Read;
import swarmd.status.StatusReader;
import swarmd.time.Time;

/**
 * Tells pages what has changed: read once per tick and sent to all of them as the same bytes, so
 * that many pages cost little more than one. Nothing runs while no page is open.
 */
final class LiveStream {
  private static final Logger log = LoggerFactory.getLogger(LiveStream.class);
  private static final Duration TICK = Duration.ofMillis(500);

  /** Between two groups of pages, so that hooks get their turn on the event loops. */
  private static final Duration GAP = Duration.ofMillis(10);

  private static final int MAX_GROUPS = 25;
  private static final int MIN_GROUP = 8;

  /** How old the status of a swarm at work may be. */
  private static final long STATUS_MILLIS = 1_000;

  /** So often something is sent, so that a page notices when the daemon is gone. */
  private static final long SILENCE_MILLIS = 5_000;

  /** A page that has this many ticks waiting reads too slowly, and may come back. */
  private static final int MAX_UNSENT = 8;

  private final LiveReader reader;
  private final StatusReader statusReader;
  private final Time time;

  private final Set<Page> pages = new HashSet<>();
  private final List<Page> newcomers = new ArrayList<>();
  private boolean running;
  private Position position = new Position(0, 0);
  private boolean statusIsOld;
  private long statusAt;
  private byte[] lastStatus = new byte[0];

  LiveStream(LiveReader reader, StatusReader statusReader, Time time) {
    this.reader = reader;
    this.statusReader = statusReader;
    this.time = time;
  }

  private record Page(ResponseStream body, Optional<Position> since, AtomicInteger unsent) {
    /** Never waits for a slow reader, and never keeps much for it. */
    void send(byte[] bytes) {
      if (unsent.incrementAndGet() > MAX_UNSENT) {
        body.abort();
      } else {
        body.write(bytes).thenRun(unsent::decrementAndGet);
      }
    }
  }

  void follow(ResponseStream body, Optional<Position> since) {
    Page page = new Page(body, since, new AtomicInteger());
    body.disconnected().thenRun(() -> leave(page));
    synchronized (this) {
      newcomers.add(page);
      if (running) {
        return; // it joins at the next tick
      }
      running = true;
    }
    tick();
  }

  private synchronized void leave(Page page) {
    pages.remove(page);
    newcomers.remove(page);
  }

  private void tick() {
    List<Page> joining;
    Set<Position> since;
    synchronized (this) {
      if (pages.isEmpty() && newcomers.isEmpty()) {
        running = false;
        return;
      }
      joining = List.copyOf(newcomers);
      newcomers.clear();
      since =
          joining.stream()
              .flatMap(page -> page.since.stream())
              .collect(Collectors.toCollection(HashSet::new));
      if (!pages.isEmpty()) {
        since.add(position);
      }
    }
    reader
        .read(since)
        .thenCompose(
            read ->
                withStatus(read, !joining.isEmpty())
                    .thenCompose(found -> send(joining, read, found)))
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                log.warn("Pages could not be told what has changed", failure);
                joining.forEach(page -> page.body.abort());
              }
              time.after(TICK, this::tick);
            });
  }

  /** The status for those who follow already, if it has changed, and the one for newcomers. */
  private record StatusFrames(byte[] forAll, byte[] forNewcomers) {}

  private CompletableFuture<StatusFrames> withStatus(Read read, boolean newcomersWait) {
    synchronized (this) {
      statusIsOld |= !read.current().equals(position);
      long age = time.monotonicMillis() - statusAt;
      boolean due = statusIsOld ? age >= STATUS_MILLIS : age >= SILENCE_MILLIS;
      if (!due && !(newcomersWait && age >= STATUS_MILLIS) && lastStatus.length > 0) {
        return CompletableFuture.completedFuture(new StatusFrames(new byte[0], lastStatus));
      }
      statusIsOld = false;
      statusAt = time.monotonicMillis();
    }
    return statusReader
        .readBrief()
        .thenApply(
            status -> {
              byte[] frame = bytes(frame("status", LiveJson.status(status)));
              synchronized (this) {
                lastStatus = frame;
              }
              return new StatusFrames(frame, frame);
            });
  }

  private CompletableFuture<Void> send(List<Page> joining, Read read, StatusFrames status) {
    Map<Position, byte[]> frames =
        read.changes().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, entry -> encode(entry.getValue())));
    List<Page> following;
    byte[] changes;
    synchronized (this) {
      following = List.copyOf(pages);
      changes = frames.getOrDefault(position, new byte[0]);
      position = read.current();
      joining.stream().filter(page -> !page.body.disconnected().isDone()).forEach(pages::add);
    }
    byte[] nothing = bytes("id: " + read.current() + "\n\n");
    for (Page page : joining) {
      byte[] missed = page.since.map(frames::get).orElse(nothing);
      page.send(concat(status.forNewcomers, missed.length > 0 ? missed : nothing));
    }
    byte[] forAll = concat(status.forAll, changes);
    CompletableFuture<Void> sent = new CompletableFuture<>();
    int group = Math.max(MIN_GROUP, following.size() / MAX_GROUPS);
    sendGroup(forAll.length > 0 ? following : List.of(), group, forAll, sent);
    return sent;
  }

  private void sendGroup(List<Page> left, int size, byte[] bytes, CompletableFuture<Void> sent) {
    List<Page> now = left.subList(0, Math.min(size, left.size()));
    now.forEach(page -> page.send(bytes));
    if (now.size() == left.size()) {
      sent.complete(null);
    } else {
      List<Page> later = left.subList(now.size(), left.size());
      time.after(GAP, () -> sendGroup(later, size, bytes, sent));
    }
  }

  private static byte[] encode(Changes changes) {
    if (changes.from().equals(changes.to())) {
      return new byte[0];
    }
    StringBuilder text = new StringBuilder();
    if (changes.tooManyTasks() || !changes.tasks().isEmpty()) {
      text.append(frame("tasks", LiveJson.tasks(changes)));
    }
    if (!changes.events().isEmpty()) {
      text.append(frame("events", LiveJson.newEvents(changes)));
    }
    if (!changes.hooks().isEmpty()) {
      text.append(frame("hooks", LiveJson.newHooks(changes)));
    }
    return bytes(text.append("id: ").append(changes.to()).append("\n\n").toString());
  }

  private static String frame(String event, JsonNode data) {
    return "event: " + event + "\ndata: " + Json.text(data) + "\n\n";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] concat(byte[]... parts) {
    byte[] whole = new byte[Stream.of(parts).mapToInt(part -> part.length).sum()];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, whole, at, part.length);
      at += part.length;
    }
    return whole;
  }
}
