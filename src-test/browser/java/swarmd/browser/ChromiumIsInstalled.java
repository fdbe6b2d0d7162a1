package swarmd.browser;

import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips the tests of the page where no browser is installed. */
final class ChromiumIsInstalled implements ExecutionCondition {

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    Optional<String> missing = Browser.missing();
    missing.ifPresent(System.out::println); // Gradle does not show why a test is skipped
    return missing
        .map(ConditionEvaluationResult::disabled)
        .orElse(ConditionEvaluationResult.enabled("it is there"));
  }
}
