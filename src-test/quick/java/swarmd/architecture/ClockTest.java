package swarmd.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.time.SystemTime;

/** The machine's clock is read in one place, so that a test can set the time. */
final class ClockTest {
  private static final Map<String, Set<String>> FORBIDDEN =
      Stream.concat(
              Stream.of(
                  Map.entry(System.class, Set.of("currentTimeMillis", "nanoTime")),
                  Map.entry(Thread.class, Set.of("sleep", "onSpinWait")),
                  Map.entry(TimeUnit.class, Set.of("sleep", "timedWait")),
                  Map.entry(LockSupport.class, Set.of("parkNanos", "parkUntil")),
                  Map.entry(Date.class, Set.of("<init>"))),
              Stream.of(
                      Instant.class,
                      LocalDate.class,
                      LocalDateTime.class,
                      LocalTime.class,
                      OffsetDateTime.class,
                      Year.class,
                      ZonedDateTime.class)
                  .map(type -> Map.entry(type, Set.of("now"))))
          .collect(Collectors.toMap(entry -> entry.getKey().getName(), Map.Entry::getValue));

  private static final ArchRule ONLY_SYSTEM_TIME_HAS_A_CLOCK =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName(SystemTime.class.getName())
          .should()
          .accessTargetWhere(readsTheClockOrSleeps())
          .because("time is injected: use swarmd.time.Time");

  private static DescribedPredicate<JavaAccess<?>> readsTheClockOrSleeps() {
    return DescribedPredicate.describe(
        "reads the machine's clock or sleeps",
        access -> isForbidden(access.getTarget().getOwner().getName(), access.getName()));
  }

  private static boolean isForbidden(String owner, String name) {
    return owner.equals(Clock.class.getName())
        ? name.startsWith("system") || name.startsWith("tick")
        : FORBIDDEN.getOrDefault(owner, Set.of()).contains(name);
  }

  @Test
  void the_daemon_reads_the_clock_and_sleeps_through_its_injected_time() {
    ONLY_SYSTEM_TIME_HAS_A_CLOCK.check(DaemonClasses.all());
  }

  @ParameterizedTest
  @ValueSource(classes = {Caller.class, Referrer.class, Sleeper.class})
  void a_class_with_a_clock_of_its_own_is_found(Class<?> type) {
    assertThatThrownBy(
            () -> ONLY_SYSTEM_TIME_HAS_A_CLOCK.check(new ClassFileImporter().importClasses(type)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(type.getSimpleName());
  }

  static final class Caller {
    Duration age(Instant begin) {
      return Duration.between(begin, Instant.now());
    }
  }

  static final class Referrer {
    LongSupplier clock() {
      return System::nanoTime;
    }
  }

  static final class Sleeper {
    Runnable nap() {
      return () -> LockSupport.parkNanos(1);
    }
  }
}
