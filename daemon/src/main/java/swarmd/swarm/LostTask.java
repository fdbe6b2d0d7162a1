package swarmd.swarm;

/**
 * A task that was taken from its holder.
 *
 * @param agent the name it had claimed the task under
 * @param fence of the lease that ended
 * @param why half a sentence about the task: "its session ended"
 */
public record LostTask(
    String project, String session, String agent, long taskId, long fence, String why) {}
