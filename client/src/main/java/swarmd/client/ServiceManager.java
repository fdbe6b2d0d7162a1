package swarmd.client;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Starts a user's services at login: systemd or launchd. */
interface ServiceManager {
  String name();

  /** The files that describe the service, with their contents. */
  Map<Path, String> files();

  /** Makes the manager read the files; fails if no manager is running, as in a container. */
  List<List<String>> announce();

  List<List<String>> start();

  List<List<String>> stop();

  /** What to check if the manager works, but cannot start the service. */
  String startAdvice();
}
