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
      A variable wins over the file. The two paths can only be variables, because they say where the file is. Run
      `swarm daemon restart` after a change. `SWARMD_HOOK_TIMEOUT_MS` and `SWARMD_PERMISSION_FALLBACK` are also written
      into the hosts' settings, so run `swarm install` again after you change one of them.

      `settings.json` has other sections too: [hooks and checks](hook-settings.md), and
      [permissions](built-in-hooks.md#permission-handler).

      | variable | in the file | default | meaning |
      |---|---|---|---|
      """;

  private static final String REST =
      """

      ## Variables of a session
      These are read in the environment of a host or an agent's shell, not of the daemon.

      | variable | meaning |
      |---|---|
      | `DISABLE_OMC=1` | switches swarmd off for a session that starts with it |
      | `OMC_SKIP_HOOKS=a,b` | these hook types or built-in hooks do not run in a session that starts with it |
      | `SWARM_SESSION`, `SWARM_AGENT` | the session and the agent that `swarm` acts for; in an agent's shell swarmd sets them where needed |
      | `SWARM_HOST=generic` | `swarm hook` answers as for a host of your own |
      | `NO_COLOR` | `swarm` prints no colours |
      | `SWARMD_JAVA_OPTS` | more options for the daemon's JVM |
      | `SWARMD_ARCHIVE=off` | builds no class archives, which make Java start faster |

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
