package swarmd.realhosts;

import org.junit.jupiter.api.AfterEach;

/** Two sessions at once, each with a model of its own. */
abstract class TwoModelsTest extends RealHostTest {
  final ScriptedModel other = ScriptedModel.start();

  @AfterEach
  void stopOther() {
    other.close();
  }

  @Override
  String transcript() {
    return model.transcript() + "\nand the other:\n" + other.transcript();
  }
}
