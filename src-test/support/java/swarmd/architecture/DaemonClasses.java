package swarmd.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import swarmd.daemon.Daemon;

/** The daemon's compiled classes, without those of the client and of the tests. */
final class DaemonClasses {
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .importUrl(Daemon.class.getProtectionDomain().getCodeSource().getLocation());

  private DaemonClasses() {}

  static JavaClasses all() {
    return ALL;
  }
}
