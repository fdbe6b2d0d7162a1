package swarmd.cli;

import java.util.List;
import java.util.Optional;
import swarmd.common.Outcome;
import swarmd.sessions.Project;

/** A team, for commands. Nothing of it is loaded before the first call. */
public interface TeamService {

  /**
   * A team's database that can be used.
   *
   * @param address without user and password
   * @param passwordLine the line of ~/.pgpass that fits, with a place for the password
   * @param server product and version
   * @param created whether it had no tables of swarmd's before
   * @param notifies whether other workstations hear of changes at once
   */
  record Checked(
      String address, String passwordLine, String server, boolean created, boolean notifies) {}

  /** Creates or upgrades the tables; fails with {@link swarmd.store.Store.Unavailable}. */
  Checked init(String url);

  /** Checks that the tables are there; fails with {@link swarmd.store.Store.Unavailable}. */
  Checked join(String url);

  /**
   * A task that was moved between the team and this workstation.
   *
   * @param to its new id; empty if it is only going to be moved
   */
  record Moved(long from, Optional<Long> to, String swarm, String status, String title) {}

  /**
   * Moves tasks of this workstation alone to the team.
   *
   * @param swarm only this one, if present
   */
  Outcome<List<Moved>> push(Project project, Optional<String> swarm, boolean dryRun);

  /** Moves tasks of the team to this workstation alone. */
  Outcome<List<Moved>> pull(Project project, Optional<String> swarm, boolean dryRun);

  /** The address without user and password. */
  String shown(String url);

  /** The name by which a team knows this workstation. */
  String workstation();
}
