package swarmd.docs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** Writes what the documentation takes from the program: reference pages and shown output. */
public final class Docs {
  /** A page that is written by the program. */
  public record Generated(String name, Supplier<String> text) {
    public Path file() {
      return Path.of(System.getProperty("swarmd.repository"), "docs/reference", name);
    }
  }

  /** Needs the installed programs. */
  public static final Generated COMMANDS = new Generated("commands.md", CommandsPage::text);

  public static final Generated SETTINGS = new Generated("settings.md", SettingsPage::text);
  public static final Generated API = new Generated("api.md", ApiPage::text);

  private Docs() {}

  public static void main(String[] arguments) throws Exception {
    for (Generated page : List.of(COMMANDS, SETTINGS, API)) {
      Files.createDirectories(page.file().getParent());
      Files.writeString(page.file(), page.text().get());
      System.out.println("wrote " + page.file());
    }
    for (Page page : ShownCommands.pages()) {
      ShownCommands commands = ShownCommands.run(page);
      for (ShownCommands.Difference difference : commands.differences()) {
        System.out.println(difference + "\n");
      }
      if (!commands.differences().isEmpty()) {
        commands.corrected().write();
        System.out.println("corrected " + page + "; read the changes before you commit them");
      }
    }
  }
}
