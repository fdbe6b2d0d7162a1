package swarmd.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Unit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import swarmd.catalogue.EventKind;
import swarmd.checks.CheckRecord;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookRecord;
import swarmd.modes.Mode;
import swarmd.status.Status;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskStatus;

/**
 * Everything the daemon counts and times, in Prometheus' format. A label has few values: there is
 * never one for a task, a session, a project or a file.
 */
public final class Metrics {
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  /** From a cached answer to the longest time a host waits. */
  private static final double[] HOOK_SECONDS = {
    0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1,
    2.5, 5, 10
  };

  private static final double[] COMMIT_SECONDS = {
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5
  };

  private static final double[] COMMIT_WRITES = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000};
  private static final double[] WAIT_SECONDS = {0.01, 0.05, 0.25, 1, 5, 15, 30, 60};
  private static final double[] CHECK_SECONDS = {1, 5, 15, 30, 60, 120, 300, 600, 1800};

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final AtomicBoolean jvmRegistered = new AtomicBoolean();
  private final Gauges gauges;

  private final Histogram hookSeconds =
      Histogram.builder()
          .name("swarmd_hook_duration")
          .help("Time to answer a hook event.")
          .unit(Unit.SECONDS)
          .classicOnly()
          .classicUpperBounds(HOOK_SECONDS)
          .labelNames("event", "host")
          .register(registry);

  private final Counter hookDecisions =
      Counter.builder()
          .name("swarmd_hook_decisions")
          .help("Hook events that were answered with a decision.")
          .labelNames("event", "decision")
          .register(registry);

  private final Counter hookErrors =
      Counter.builder()
          .name("swarmd_hook_errors")
          .help("Hook events with an error: a handler failed or was too late.")
          .labelNames("event")
          .register(registry);

  private final Counter taskEvents =
      Counter.builder()
          .name("swarmd_task_events")
          .help("What happened to tasks: created, claimed, completed, expired and so on.")
          .labelNames("kind")
          .register(registry);

  private final Histogram claimWait =
      Histogram.builder()
          .name("swarmd_claim_wait")
          .help("How long claims with a wait time were open until they were answered.")
          .unit(Unit.SECONDS)
          .classicOnly()
          .classicUpperBounds(WAIT_SECONDS)
          .register(registry);

  private final Histogram checkSeconds =
      Histogram.builder()
          .name("swarmd_check_duration")
          .help("How long checks ran.")
          .unit(Unit.SECONDS)
          .classicOnly()
          .classicUpperBounds(CHECK_SECONDS)
          .labelNames("ending")
          .register(registry);

  private final Histogram commitWrites =
      Histogram.builder()
          .name("swarmd_commit_writes")
          .help("Writes that shared one commit.")
          .classicOnly()
          .classicUpperBounds(COMMIT_WRITES)
          .register(registry);

  private final Histogram commitSeconds =
      Histogram.builder()
          .name("swarmd_commit_duration")
          .help("Time for a commit to reach the disk, which is mostly the fsync.")
          .unit(Unit.SECONDS)
          .classicOnly()
          .classicUpperBounds(COMMIT_SECONDS)
          .register(registry);

  public Metrics(String version) {
    gauges = new Gauges(registry);
    Info.builder()
        .name("swarmd_build_info")
        .help("The version of the daemon.")
        .labelNames("version")
        .register(registry)
        .addLabelValues(version);
    for (TaskEvent.Kind kind : TaskEvent.Kind.values()) {
      taskEvents.initLabelValues(kind.label());
    }
    for (CheckRecord.Ending ending : CheckRecord.Ending.values()) {
      checkSeconds.initLabelValues(ending.label());
    }
  }

  public void hookAnswered(HookEvent event, HookRecord record) {
    String name = event.kind() == EventKind.OTHER ? "other" : event.label();
    hookSeconds.labelValues(name, record.host()).observe(record.durationMicros() / 1e6);
    record.decision().ifPresent(decision -> hookDecisions.labelValues(name, decision).inc());
    if (record.error().isPresent()) {
      hookErrors.labelValues(name).inc();
    }
  }

  public void tasksChanged(List<TaskEvent> events) {
    for (TaskEvent event : events) {
      taskEvents.labelValues(event.kind().label()).inc();
    }
  }

  public void claimWaited(Duration duration) {
    claimWait.observe(duration.toNanos() / 1e9);
  }

  public void checkEnded(CheckRecord check) {
    checkSeconds.labelValues(check.ending().label()).observe(check.durationMillis() / 1e3);
  }

  /**
   * Counts one commit.
   *
   * @param nanos of the commit itself
   */
  public void committed(int writes, long nanos) {
    commitWrites.observe(writes);
    commitSeconds.observe(nanos / 1e9);
  }

  /** Sizes that no status shows. */
  public record Sizes(
      int waitingWrites,
      int waitingClaims,
      int runningChecks,
      int waitingChecks,
      long databaseBytes,
      long walBytes) {}

  /** All metrics as text. Takes a few milliseconds. */
  public String text(Status status, Sizes sizes) {
    if (jvmRegistered.compareAndSet(false, true)) {
      registerJvm(); // loads the management classes, which a daemon without a scraper never needs
    }
    gauges.set(status, sizes);
    ByteArrayOutputStream text = new ByteArrayOutputStream(32_000);
    try {
      PrometheusTextFormatWriter.create().write(text, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  private void registerJvm() {
    JvmMemoryMetrics.builder().register(registry);
    JvmGarbageCollectorMetrics.builder().register(registry);
    JvmThreadsMetrics.builder().register(registry);
    ProcessMetrics.builder().register(registry);
  }

  /** What is read when somebody asks for it. */
  private static final class Gauges {
    private final Gauge tasks;
    private final Gauge leases;
    private final Gauge sessions;
    private final Gauge subagents;
    private final Gauge modes;
    private final Gauge connections;
    private final Gauge waitingWrites;
    private final Gauge unstoredEvents;
    private final Gauge waitingClaims;
    private final Gauge checks;
    private final Gauge databaseBytes;
    private final Gauge walBytes;
    private final Gauge startTime;

    Gauges(PrometheusRegistry registry) {
      tasks = gauge("swarmd_tasks", "Tasks by status.", "status").register(registry);
      leases = gauge("swarmd_leases", "Leases that are held.").register(registry);
      sessions = gauge("swarmd_sessions", "Sessions that are alive.").register(registry);
      subagents = gauge("swarmd_subagents", "Subagents that are running.").register(registry);
      modes = gauge("swarmd_modes", "Sessions that are in a mode.", "mode").register(registry);
      connections = gauge("swarmd_connections", "Open connections.").register(registry);
      waitingWrites =
          gauge("swarmd_waiting_writes", "Writes that wait for the next commit.")
              .register(registry);
      unstoredEvents =
          gauge("swarmd_unstored_hook_events", "Hook events that wait to be recorded.")
              .register(registry);
      waitingClaims =
          gauge("swarmd_waiting_claims", "Claims that wait for a task.").register(registry);
      checks =
          gauge("swarmd_checks", "Checks that are running or waiting.", "state").register(registry);
      databaseBytes = bytes("swarmd_database", "Size of the database file.").register(registry);
      walBytes = bytes("swarmd_wal", "Size of the write-ahead log.").register(registry);
      startTime =
          gauge("swarmd_start_time", "When the daemon started, in Unix time.")
              .unit(Unit.SECONDS)
              .register(registry);
    }

    private static Gauge.Builder gauge(String name, String help, String... labels) {
      return Gauge.builder().name(name).help(help).labelNames(labels);
    }

    private static Gauge.Builder bytes(String name, String help) {
      return gauge(name, help).unit(Unit.BYTES);
    }

    void set(Status status, Sizes sizes) {
      status.tasks().forEach((state, count) -> tasks.labelValues(state.label()).set(count));
      leases.set(status.tasks().getOrDefault(TaskStatus.CLAIMED, 0L));
      sessions.set(status.sessions().size());
      subagents.set(status.sessions().stream().mapToInt(each -> each.subagents().size()).sum());
      for (Mode mode : Mode.values()) {
        long active =
            status.modes().stream()
                .filter(each -> each.mode() == mode && !each.stale(status.now()))
                .count();
        modes.labelValues(mode.label()).set((double) active);
      }
      connections.set(status.connections());
      waitingWrites.set(sizes.waitingWrites);
      unstoredEvents.set(status.pendingWrites());
      waitingClaims.set(sizes.waitingClaims);
      checks.labelValues("running").set(sizes.runningChecks);
      checks.labelValues("waiting").set(sizes.waitingChecks);
      databaseBytes.set((double) sizes.databaseBytes);
      walBytes.set((double) sizes.walBytes);
      startTime.set(status.daemon().startedAt() / 1e3);
    }
  }
}
