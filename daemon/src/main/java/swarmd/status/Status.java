package swarmd.status;

import java.util.List;
import java.util.Map;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskStatus;

/**
 * Everything `swarm status` shows.
 *
 * @param tasks how many tasks of all swarms are in which status
 * @param claims the tasks that somebody works on
 */
public record Status(
    DaemonInfo daemon,
    int connections,
    Map<TaskStatus, Long> tasks,
    List<SwarmSummary> swarms,
    List<Task> claims) {}
