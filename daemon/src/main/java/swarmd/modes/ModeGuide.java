package swarmd.modes;

import swarmd.catalogue.HostProfile;

/** What a model reads when a mode starts: what is expected of it, and with which commands. */
public final class ModeGuide {
  private ModeGuide() {}

  /** For a mode that has just started with this state, in a session of this host. */
  public static String text(Mode mode, ModeState state, HostProfile host) {
    return "The mode %s is on: you will be kept from stopping until its work is done.\n%s\nOnly the person can end it earlier. If they ask how: %s."
        .formatted(mode.label(), state.guide(host).strip(), host.wayOutOfWork());
  }
}
