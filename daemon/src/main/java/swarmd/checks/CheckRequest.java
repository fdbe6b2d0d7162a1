package swarmd.checks;

import java.nio.file.Path;
import java.util.Optional;
import swarmd.userhooks.CheckEntry;

/**
 * A check to run.
 *
 * @param check one that the person has agreed to
 * @param folder the work tree to run it in
 * @param session of the agent that asked for it; empty if a person did
 * @param agent who asked for it, by name
 */
public record CheckRequest(
    CheckEntry check, String project, Path folder, Optional<String> session, String agent) {}
