package swarmd.swarm;

import java.util.Optional;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/** Tries as many random lives as {@code SWARMD_LIVES} says, instead of the usual few. */
public final class MoreLives implements AroundPropertyHook {
  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    Optional.ofNullable(System.getenv("SWARMD_LIVES"))
        .map(Integer::valueOf)
        .ifPresent(context.attributes()::setTries);
    return property.execute();
  }
}
