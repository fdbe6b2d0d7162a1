package swarmd.cli;

import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The name of an API field on the command line: --max-attempts for max_attempts, --lease for
 * lease_ms.
 */
final class OptionName {
  private static final String MILLISECONDS = "_ms";

  private OptionName() {}

  /** The option, the parameter label or, if the command has neither, the field itself. */
  static String of(String field, CommandSpec command) {
    String name =
        field.endsWith(MILLISECONDS)
            ? field.substring(0, field.length() - MILLISECONDS.length())
            : field;
    String label = field.toUpperCase(Locale.ROOT);
    return Stream.of("--" + name.replace('_', '-'), "-" + name)
        .filter(command.optionsMap()::containsKey)
        .findFirst()
        .or(
            () ->
                command.positionalParameters().stream()
                    .map(PositionalParamSpec::paramLabel)
                    .filter(label::equals)
                    .findFirst())
        .orElse("'" + field + "'");
  }
}
