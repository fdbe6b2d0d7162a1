package swarmd.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.rolling.RollingFileAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

final class LogSetupTest {
  @TempDir Path folder;

  private final LoggerContext logs = new LoggerContext();

  @AfterEach
  void close() {
    logs.stop();
    System.clearProperty("swarmd.log.file");
    System.clearProperty("swarmd.log.level");
  }

  private Path logTo(String file, String level) {
    Path log = folder.resolve(file);
    LogSetup.logTo(log.toString(), level);
    logs.setMDCAdapter(new LogbackMDCAdapter());
    new LogSetup().configure(logs);
    return log;
  }

  @Test
  void a_line_of_the_log_has_its_time_level_thread_and_class() throws IOException {
    Path log = logTo("log/swarmd.log", "info");

    logs.getLogger("swarmd.daemon.Daemon").info("swarmd {} is up", "1.2");

    assertThat(Files.readString(log))
        .matches(
            "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3} INFO  \\[.+\\] Daemon: swarmd 1.2"
                + " is up\n");
  }

  @Test
  void the_level_is_that_of_swarmd_and_libraries_only_warn() throws IOException {
    Path log = logTo("swarmd.log", "debug");

    for (String name : List.of("swarmd.http.Router", "io.netty.channel.Channel")) {
      Logger logger = logs.getLogger(name);
      logger.trace("trace of {}", name);
      logger.debug("debug of {}", name);
      logger.warn("warning of {}", name);
    }

    assertThat(Files.readString(log))
        .contains("debug of swarmd", "warning of swarmd", "warning of io.netty")
        .doesNotContain("trace of", "debug of io.netty");
  }

  @Test
  void three_old_logs_are_kept_when_a_new_one_is_begun() throws IOException {
    Path log = logTo("swarmd.log", "info");
    var appender = (RollingFileAppender<?>) logs.getLogger("ROOT").getAppender("FILE");

    for (int i = 1; i <= 5; i++) {
      logs.getLogger("swarmd.x").info("log {}", i);
      appender.rollover(); // as at five megabytes
    }

    assertThat(log).isEmptyFile();
    assertThat(folder.resolve("swarmd.log.1")).content().contains("log 5");
    assertThat(folder.resolve("swarmd.log.3")).content().contains("log 3");
    assertThat(folder.resolve("swarmd.log.4")).doesNotExist();
  }
}
