package swarmd.client;

/** The result of one check; the remedy is empty if there is nothing to fix. */
record Finding(Level level, String subject, String detail, String remedy) {
  enum Level {
    OK,
    WARN,
    FAIL
  }

  static Finding ok(String subject, String detail) {
    return new Finding(Level.OK, subject, detail, "");
  }

  static Finding warn(String subject, String detail, String remedy) {
    return new Finding(Level.WARN, subject, detail, remedy);
  }

  static Finding fail(String subject, String detail, String remedy) {
    return new Finding(Level.FAIL, subject, detail, remedy);
  }
}
