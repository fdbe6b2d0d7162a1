package swarmd.realhosts;

import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips tests that need the hosts' programs if they are not installed. */
final class HostsAreInstalled implements ExecutionCondition {

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    Optional<String> missing = InstalledHosts.find().missing();
    missing.ifPresent(System.out::println); // Gradle does not show why a test is skipped
    return missing
        .map(ConditionEvaluationResult::disabled)
        .orElse(ConditionEvaluationResult.enabled("they are there"));
  }
}
