package swarmd.client;

/** One thing that was looked at; the remedy is empty where there is nothing to mend. */
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
