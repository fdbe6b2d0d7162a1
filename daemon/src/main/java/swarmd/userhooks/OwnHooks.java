package swarmd.userhooks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import swarmd.userhooks.HookConfig.Configured;
import swarmd.userhooks.UserHook.Origin;

/** Lists the user's own hooks: those that run, and those that would if they were trusted. */
public final class OwnHooks {
  private final HookConfigs configs;
  private final HookPlanner planner;

  public OwnHooks(HookConfigs configs, HookPlanner planner) {
    this.configs = configs;
    this.planner = planner;
  }

  /** Whether a hook runs. */
  public enum State {
    ON("on"),
    OFF("off"),
    UNTRUSTED("not trusted");

    private final String label;

    State(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  /** A hook and whether it runs. */
  public record OwnHook(Configured hook, State state) {}

  /** Reads files, so it may block. */
  public List<OwnHook> in(Optional<String> project) {
    ProjectHooks hooks = configs.read(project);
    List<Configured> running = hooks.config().all();
    List<Configured> all = new ArrayList<>(running);
    hooks.wanted().all().stream()
        .filter(each -> each.hook().origin() != Origin.USER && !running.contains(each))
        .forEach(all::add);
    for (PluginHook plugin : planner.plugins()) {
      plugin.events().stream()
          .sorted()
          .map(event -> planner.configured(plugin, event, hooks.config()))
          .forEach(all::add);
    }
    return all.stream().map(each -> new OwnHook(each, state(hooks, running, each))).toList();
  }

  private static State state(ProjectHooks hooks, List<Configured> running, Configured hook) {
    if (!hooks.config().enabled()) {
      return State.OFF;
    }
    return hook.hook().origin() == Origin.PLUGIN || running.contains(hook)
        ? State.ON
        : State.UNTRUSTED;
  }
}
