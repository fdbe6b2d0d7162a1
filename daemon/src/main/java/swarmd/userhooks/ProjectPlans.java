package swarmd.userhooks;

import java.nio.file.Path;
import java.util.Optional;
import swarmd.hooks.HookEvent;

/** The hooks of one project: those of its settings files that may run, and plugins. */
public final class ProjectPlans implements PlanSource {
  private final HookConfigs configs;
  private final HookPlanner planner;
  private final Optional<String> project;

  /**
   * @param project its canonical directory
   */
  public ProjectPlans(HookConfigs configs, HookPlanner planner, Path project) {
    this.configs = configs;
    this.planner = planner;
    this.project = Optional.of(project.toString());
  }

  @Override
  public HookPlan plan(HookEvent event) {
    return planner.plan(event, config());
  }

  @Override
  public boolean isAvailable() {
    HookConfig config = config();
    return config.enabled() && !planner.isIdle(config);
  }

  private HookConfig config() {
    return configs.read(project).config();
  }
}
