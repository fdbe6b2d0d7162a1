package swarmd.daemon;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.util.FileSize;
import java.util.Optional;

/**
 * Where the log goes. Logback finds this class by its service file. It could read an XML file
 * instead, but its parser and the reflection behind it were a sixth of the daemon's start.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_HIGH_PRIORITY)
public final class LogSetup extends ContextAwareBase implements Configurator {
  private static final String FILE = "swarmd.log.file";
  private static final String LEVEL = "swarmd.log.level";
  private static final int OLD_FILES = 3;
  private static final long MAX_BYTES = 5 * FileSize.MB_COEFFICIENT;
  private static final String PATTERN =
      "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{0}: %msg%n";

  /** Has to be called before the first logger exists. Without it, nothing is logged. */
  static void logTo(String file, String level) {
    System.setProperty(FILE, file);
    System.setProperty(LEVEL, level);
  }

  @Override
  public ExecutionStatus configure(LoggerContext logs) {
    logs.getLogger("swarmd").setLevel(Level.toLevel(System.getProperty(LEVEL), Level.INFO));
    // the pool of a team's connections: PostgresDatabase says in one line what it says for each
    logs.getLogger("com.zaxxer.hikari").setLevel(Level.OFF);
    Logger root = logs.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    Optional.ofNullable(System.getProperty(FILE))
        .ifPresent(file -> root.addAppender(appender(file, logs)));
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  private static RollingFileAppender<ILoggingEvent> appender(String file, LoggerContext logs) {
    RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
    appender.setContext(logs);
    appender.setName("FILE");
    appender.setFile(file);
    appender.setRollingPolicy(policy(file, appender, logs));
    appender.setTriggeringPolicy(trigger(logs));
    appender.setEncoder(encoder(logs));
    appender.start();
    return appender;
  }

  private static FixedWindowRollingPolicy policy(
      String file, RollingFileAppender<ILoggingEvent> appender, LoggerContext logs) {
    FixedWindowRollingPolicy policy = new FixedWindowRollingPolicy();
    policy.setContext(logs);
    policy.setParent(appender);
    policy.setFileNamePattern(file + ".%i");
    policy.setMinIndex(1);
    policy.setMaxIndex(OLD_FILES);
    policy.start();
    return policy;
  }

  private static SizeBasedTriggeringPolicy<ILoggingEvent> trigger(LoggerContext logs) {
    SizeBasedTriggeringPolicy<ILoggingEvent> trigger = new SizeBasedTriggeringPolicy<>();
    trigger.setContext(logs);
    trigger.setMaxFileSize(new FileSize(MAX_BYTES));
    trigger.start();
    return trigger;
  }

  private static PatternLayoutEncoder encoder(LoggerContext logs) {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(logs);
    encoder.setPattern(PATTERN);
    encoder.start();
    return encoder;
  }
}
