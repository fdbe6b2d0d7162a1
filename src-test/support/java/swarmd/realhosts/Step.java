package swarmd.realhosts;

/**
 * What the model does when it is asked; a {@link Turn} where it does not matter what it was told.
 */
@FunctionalInterface
public interface Step {
  Turn turn(ModelInput told) throws Exception;
}
