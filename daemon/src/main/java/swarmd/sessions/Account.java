package swarmd.sessions;

import java.util.Optional;
import swarmd.common.InvalidValue;
import swarmd.common.TextLength;

/**
 * Whose limits a session uses up. No host tells which account it works for, so the sessions of one
 * host on this workstation share one account, unless their environment names another.
 *
 * @param host the id of the host
 * @param name what the environment of the session says, such as the folder of its settings
 */
public record Account(String host, Optional<String> name) {
  public static final TextLength LABEL = TextLength.notBlank(600, "account").onOneLine();

  private static final TextLength NAME = TextLength.notBlank(500, "account").onOneLine();

  static Account of(Binding binding) {
    return new Account(binding.host(), binding.account());
  }

  /** The name that is stored and shown: "claude", or "claude:work". */
  public String label() {
    return host + name.map(text -> ":" + text).orElse("");
  }

  /** The text, unless it is not a valid name. */
  static Optional<String> name(Optional<String> text) {
    return text.filter(Account::isName);
  }

  private static boolean isName(String text) {
    try {
      NAME.check(text);
      return true;
    } catch (InvalidValue e) {
      return false;
    }
  }
}
