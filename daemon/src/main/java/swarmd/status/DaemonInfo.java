package swarmd.status;

import java.nio.file.Path;

/** What the running daemon is. */
public record DaemonInfo(
    long pid, String version, long startedAt, Path home, Path socket, int httpPort) {}
