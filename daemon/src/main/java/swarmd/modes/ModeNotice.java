package swarmd.modes;

import java.util.List;
import swarmd.catalogue.HostProfile;

/** Tells a person that a mode does not hold its session, why, and what comes next. */
public final class ModeNotice {
  private ModeNotice() {}

  /** These modes ended because nothing was heard of their session. */
  public static String silent(List<ActiveMode> ended) {
    return "swarmd: %s ended after two hours without activity; name it in a prompt to start it again"
        .formatted(ActiveMode.names(ended));
  }

  /** These modes ended because their session was resumed too late. */
  public static String tooLate(List<ActiveMode> ended) {
    return "swarmd: %s ended more than two hours ago, with this session; name it in a prompt to start it again"
        .formatted(ActiveMode.names(ended));
  }

  /** These modes are back with their session. */
  public static String resumed(List<ActiveMode> active, HostProfile host) {
    return "swarmd: %s is active again in this resumed session; end it with %s"
        .formatted(ActiveMode.names(active), host.wayOut());
  }

  /** These modes let a stop through this time. */
  static String bypassed(List<ActiveMode> active, StopBypass bypass, HostProfile host) {
    return "swarmd: %s let the session stop because %s. It is still active: %s, or end it with %s"
        .formatted(ActiveMode.names(active), bypass.reason(), bypass.next(), host.wayOut());
  }

  /** The model did nothing when it was told to go on. */
  static String idle(Mode mode, int holds, HostProfile host) {
    return "swarmd: %s let the session stop: it was told to go on %d times in a row and used no tool. It is still active: write what to do next, or end it with %s"
        .formatted(mode.label(), holds, host.wayOut());
  }

  /** The mode has held as often as it may. */
  static String overLimit(ActiveMode active) {
    return "swarmd: %s has held the session %d times, its limit, and is over; the work may not be done. Name it in a prompt to start it again"
        .formatted(active.mode().label(), active.holds());
  }

  /** The host will not honour another hold. */
  static String lastHold(String mode, HostProfile host) {
    return "swarmd: %s stops after %d holds in a row unless its settings allow more (swarm install %s --max-continuations N). %s stays active and goes on with your next prompt"
        .formatted(host.title(), host.traits().maxHolds(), host.id(), mode);
  }
}
