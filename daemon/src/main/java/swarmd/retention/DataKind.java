package swarmd.retention;

import java.util.Locale;
import swarmd.settings.Setting;

/** The kinds of data that are deleted when they are old, in the order of their deletion. */
public enum DataKind {
  EVENTS(Setting.KEEP_EVENTS_DAYS),
  TASKS(Setting.KEEP_TASKS_DAYS),
  MESSAGES(Setting.KEEP_EVENTS_DAYS),
  HOOK_EVENTS(Setting.KEEP_HOOK_EVENTS_DAYS),
  CHECKS(Setting.KEEP_EVENTS_DAYS),
  WAITING_TEXTS(Setting.KEEP_SESSIONS_DAYS),
  LOSS_NOTICES(Setting.KEEP_SESSIONS_DAYS),
  DELIVERIES(Setting.KEEP_SESSIONS_DAYS),
  EDITS(Setting.KEEP_SESSIONS_DAYS),
  MODES(Setting.KEEP_SESSIONS_DAYS),
  SUBAGENTS(Setting.KEEP_SESSIONS_DAYS),
  SESSIONS(Setting.KEEP_SESSIONS_DAYS),
  BINDINGS(Setting.KEEP_SESSIONS_DAYS),
  LONG_TEXTS(Setting.KEEP_SESSIONS_DAYS);

  private final Setting setting;

  DataKind(Setting setting) {
    this.setting = setting;
  }

  /** Says how many days this kind is kept. */
  Setting setting() {
    return setting;
  }

  /** For example hook_events. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
