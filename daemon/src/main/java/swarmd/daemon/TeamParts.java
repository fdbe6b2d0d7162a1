package swarmd.daemon;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import swarmd.retention.DataKind;
import swarmd.retention.OldData;
import swarmd.retention.SharedData;
import swarmd.sessions.LivingSessions;
import swarmd.settings.Setting;
import swarmd.settings.Settings;
import swarmd.status.TeamLink;
import swarmd.store.Store;
import swarmd.store.postgresql.DatabaseUrl;
import swarmd.store.postgresql.PostgresDatabase;
import swarmd.swarm.ClaimGate;
import swarmd.swarm.TaskRules;
import swarmd.team.Team;
import swarmd.team.TeamDatabase;
import swarmd.time.Time;

/** The parts of a daemon that shares its tasks with a team; not loaded in any other daemon. */
final class TeamParts {
  private TeamParts() {}

  /** The file with sessions and the copy of this team's tasks; local tasks stay in their own. */
  static Path copyFile(Settings settings) {
    String address = url(settings, settings.text(Setting.DATABASE)).shown();
    try {
      Path file = settings.home().directory().resolve(name(address));
      PrivateFiles.create(file);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The password comes from this daemon's environment and its user's files. */
  static DatabaseUrl url(Settings settings, String text) {
    return DatabaseUrl.of(text, settings::variable, settings.userHome());
  }

  private static String name(String address) {
    return "team-%08x.db".formatted(address.hashCode());
  }

  static String workstation(Settings settings) {
    return settings.isDefault(Setting.WORKSTATION)
        ? System.getProperty("user.name") + "@" + host()
        : settings.text(Setting.WORKSTATION);
  }

  private static String host() {
    try {
      Path name = Path.of("/proc/sys/kernel/hostname");
      return Files.exists(name)
          ? Files.readString(name).strip()
          : InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Team open(
      Settings settings,
      Store copy,
      TaskRules rules,
      LivingSessions living,
      ClaimGate gate,
      Consumer<Duration> onWaited,
      Lifecycle lifecycle,
      Time time) {
    PostgresDatabase database =
        lifecycle.add(
            "the team's database",
            new PostgresDatabase(url(settings, settings.text(Setting.DATABASE)), time));
    return lifecycle.add(
        "the team",
        new Team(
            copy,
            database,
            rules,
            HttpAccess::newToken,
            workstation(settings),
            living,
            gate,
            onWaited,
            time));
  }

  /** Any daemon deletes what is old for the whole team, as its own settings say. */
  static SharedData sharedData(Team team, Time time) {
    return new SharedData() {
      @Override
      public Set<DataKind> kinds() {
        return Set.of(DataKind.TASKS, DataKind.EVENTS, DataKind.MESSAGES);
      }

      @Override
      public CompletableFuture<Long> delete(OldData data) {
        Duration age = Duration.ofMillis(time.millis() - data.before());
        return switch (data.kind()) {
          case TASKS -> team.pruning().tasks(age, data.project());
          case MESSAGES -> team.pruning().messages(age, data.project());
          default -> team.pruning().events(age, data.project());
        };
      }
    };
  }

  static TeamLink link(Team team) {
    TeamDatabase.State state = team.state();
    return new TeamLink(state.address(), state.problem(), state.since(), team.currentAt());
  }
}
