package swarmd.status;

import java.nio.file.Path;

/** Facts about the running daemon. */
public record DaemonInfo(
    long pid, String version, long startedAt, Path home, Path socket, int httpPort) {}
