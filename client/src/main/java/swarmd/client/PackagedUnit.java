package swarmd.client;

import java.nio.file.Path;
import java.util.Map;

/**
 * Prints the unit that a package brings for all users of a machine. It has no socket unit: the port
 * in that one differs from user to user, and `swarm service install` writes it.
 */
final class PackagedUnit {
  private PackagedUnit() {}

  public static void main(String[] args) {
    System.out.print(Systemd.service(Path.of(args[0]), Map.of(), ""));
  }
}
