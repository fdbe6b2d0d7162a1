package swarmd.docs;

import swarmd.settings.Setting;

/** docs/reference/settings.md, from the settings themselves. */
final class SettingsPage {
  private static final String INTRODUCTION =
      """
      # Settings

      `./gradlew docs` writes this page. `swarm settings` shows each value and where it came from.

      Set a value as an environment variable of the daemon, or in `~/.swarmd/settings.json`:
      ```json
      {"settings": {"lease.ms": 600000, "file.ownership": "warn"}}
      ```
      A variable wins over the file. The two paths and the profile can only be variables, because they are needed before
      the file is read. Run `swarm daemon restart` after a change. `SWARMD_HOOK_TIMEOUT_MS` and `SWARMD_PERMISSION_FALLBACK` are also written
      into the hosts' settings, so run `swarm install` again after you change one of them.

      `settings.json` has three more sections: [`hooks` and `checks`](hook-settings.md), and
      [`permissions`](../how-to/permissions.md), which also needs a restart.

      | variable | in the file | default | meaning |
      |---|---|---|---|
      """;

  private static final String REST =
      """

      ## Variables of a session
      Set these in the environment of a host or an agent's shell, not of the daemon. OMC stands for oh-my-claudecode, a
      set of hooks for Claude Code; swarmd keeps the names of its switches, modes and hook types.

      | variable | meaning |
      |---|---|
      | `DISABLE_OMC=1` | switches swarmd off for a session that starts with it |
      | `OMC_SKIP_HOOKS=a,b` | these hook types or built-in hooks do not run in a session that starts with it |
      | `SWARM_SESSION`, `SWARM_AGENT` | the session and the agent that `swarm` acts for; in an agent's shell swarmd sets them where needed |
      | `SWARM_ACCOUNT=work` | tells the sessions of one of your accounts from others of the same host, so that [a limit](../how-to/tasks.md#when-an-account-reaches-its-limit) concerns only these |
      | `SWARM_HOST=generic` | `swarm hook` answers as for a host of your own |
      | `NO_COLOR` | `swarm` prints no colours |
      | `SWARMD_JAVA_OPTS` | more options for the daemon's JVM |
      | `SWARMD_ARCHIVE=off` | builds no class archives, which make Java start faster |

      ## Time limits
      | limit | default | when it is over | change it with |
      |---|---|---|---|
      | the lease of a task | 5 min without a sign of life | the task is free for others | `SWARMD_LEASE_MS`, `--lease` |
      | all hooks of a tool event together | 5 s | the tool runs unjudged | `SWARMD_HOOK_TIMEOUT_MS` above 10000 |
      | all hooks of another event together | 8 s; 1 s when a session ends | the session continues; a permission is denied | `SWARMD_HOOK_TIMEOUT_MS` |
      | one of your own hooks | its `timeout`, or 60 s; at most 0.3 s less than its event has | its `timeoutBehavior` applies | `timeout`, `SWARMD_HOOKS_TIMEOUT` |
      | a check | 600 s | it is ended, and has failed | `timeout` of the check |
      | `swarm task claim --wait` | does not wait; at most 60 s | exit code 1 | `--wait` |
      | a session in a mode without any event | 2 h | the mode ends | |

      `swarm hook` waits a little longer than the daemon (5.5 s for tools, 10 s otherwise), and hosts a little longer than
      `swarm hook` (8 s for tools, 5 s when a session ends, 15 s otherwise), so that the daemon's answer arrives.
      `SWARMD_HOOK_TIMEOUT_MS` raises all three.

      ## How long data is kept
      The daemon deletes old data every hour, by the `SWARMD_KEEP_…` settings. `swarm prune --dry-run` shows what would go
      now; `swarm prune --older-than 90d --project .` deletes by another age. Unfinished tasks, their history and the tasks
      of unfinished swarms always stay. The database file does not shrink, but its space is used again.
      """;

  private SettingsPage() {}

  static String text() {
    StringBuilder text = new StringBuilder(INTRODUCTION);
    for (Setting setting : Setting.values()) {
      text.append(
          "| `%s` | %s | `%s` | %s |\n"
              .formatted(
                  setting.variable(),
                  setting.isInFile() ? "`" + setting.nameInFile() + "`" : "",
                  setting.defaultValue(),
                  setting.text()));
    }
    return text.append(REST).toString();
  }
}
