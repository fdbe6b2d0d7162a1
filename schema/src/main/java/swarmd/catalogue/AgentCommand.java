package swarmd.catalogue;

import java.util.List;
import java.util.Locale;

/**
 * The commands of `swarm` that an agent runs about its own work, as far as their first words tell.
 * `swarm cancel` is not one of them: ending modes early is the person's right.
 */
public enum AgentCommand {
  STATUS,
  EVENTS,
  TASK_LIST,
  TASK_SHOW,
  TASK_ADD,
  TASK_CLAIM,
  TASK_COMPLETE,
  TASK_DONE,
  TASK_FAIL,
  TASK_RELEASE,
  TASK_RENEW,
  TASK_RETRY,
  TASK_CANCEL,
  MODE_LIST,
  MODE_SET,
  MODE_STOP,
  CHECK,
  SEND,
  INBOX,
  NOTE_LIST,
  NOTE_ADD,
  NOTE_RM,
  SKILL_LIST,
  SKILL_SHOW,
  SKILL_PROPOSE;

  /** As they follow `swarm`. */
  public List<String> words() {
    return List.of(name().toLowerCase(Locale.ROOT).split("_"));
  }
}
