package swarmd.client;

import java.nio.file.Path;
import java.util.List;

/** What starts a user's services at login: systemd or launchd. */
interface ServiceManager {
  String name();

  /** Where the service is described. */
  Path file();

  String description();

  /** Has the manager read the file; fails where no manager runs, as in a container. */
  List<List<String>> announce();

  List<List<String>> start();

  List<List<String>> stop();
}
