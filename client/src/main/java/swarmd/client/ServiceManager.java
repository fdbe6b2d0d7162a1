package swarmd.client;

import java.nio.file.Path;
import java.util.List;

/** Starts a user's services at login: systemd or launchd. */
interface ServiceManager {
  String name();

  /** The file that describes the service. */
  Path file();

  String description();

  /** Makes the manager read the file; fails if no manager is running, as in a container. */
  List<List<String>> announce();

  List<List<String>> start();

  List<List<String>> stop();
}
