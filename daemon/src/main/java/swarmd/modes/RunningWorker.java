package swarmd.modes;

import java.util.List;

/**
 * A worker of ultrapilot that has not ended.
 *
 * @param session the session that has declared it
 * @param files globs of the files that only it may change, relative to the work tree
 */
public record RunningWorker(String session, String name, List<String> files) {}
