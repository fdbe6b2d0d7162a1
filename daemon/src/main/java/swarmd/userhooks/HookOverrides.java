package swarmd.userhooks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import swarmd.settings.Setting;
import swarmd.settings.Settings;
import swarmd.userhooks.UserHook.Behaviour;

/** Hook settings from the environment, which override all files. */
public record HookOverrides(HookDefaults defaults, List<Problem> problems) {

  public static final HookOverrides NONE = new HookOverrides(HookDefaults.NONE, List.of());

  /** An invalid value is reported and has no effect. */
  public static HookOverrides of(Settings settings) {
    List<Problem> problems = new ArrayList<>();
    HookDefaults defaults =
        new HookDefaults(
            read(settings, Setting.HOOKS_ENABLED, HookOverrides::flag, "true or false", problems),
            read(
                settings,
                Setting.HOOKS_TIMEOUT,
                HookTimeout::parse,
                "a number of seconds",
                problems),
            read(
                settings,
                Setting.HOOKS_TIMEOUT_BEHAVIOR,
                Behaviour::named,
                "ignore, deny or ask",
                problems),
            read(
                settings,
                Setting.HOOKS_FAILURE_BEHAVIOR,
                Behaviour::named,
                "ignore, deny or ask",
                problems),
            read(
                settings,
                Setting.HOOKS_MAX_CONCURRENT,
                HookOverrides::count,
                "a number from 1 to " + HookDefaults.MAX_CONCURRENT,
                problems));
    return new HookOverrides(defaults, List.copyOf(problems));
  }

  private static <T> Optional<T> read(
      Settings settings,
      Setting setting,
      Function<String, Optional<T>> reading,
      String expected,
      List<Problem> problems) {
    if (settings.isDefault(setting)) {
      return Optional.empty();
    }
    String text = settings.text(setting).strip();
    Optional<T> value = reading.apply(text.toLowerCase(Locale.ROOT));
    if (value.isEmpty()) {
      problems.add(
          Problem.ofFile(settings.source(setting), "must be " + expected + ", not '" + text + "'"));
    }
    return value;
  }

  private static Optional<Boolean> flag(String text) {
    return switch (text) {
      case "true", "1", "on", "yes" -> Optional.of(true);
      case "false", "0", "off", "no" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  private static Optional<Integer> count(String text) {
    return text.matches("\\d{1,3}")
        ? Optional.of(Integer.valueOf(text))
            .filter(number -> number >= 1 && number <= HookDefaults.MAX_CONCURRENT)
        : Optional.empty();
  }
}
