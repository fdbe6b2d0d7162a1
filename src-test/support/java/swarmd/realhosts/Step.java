package swarmd.realhosts;

/** The model's reaction to a request; a {@link Turn} is one that does not depend on the request. */
@FunctionalInterface
public interface Step {
  Turn turn(ModelInput input) throws Exception;
}
