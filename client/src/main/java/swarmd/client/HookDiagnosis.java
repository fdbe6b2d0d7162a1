package swarmd.client;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import swarmd.catalogue.CommandFormat;
import swarmd.catalogue.OwnCommand;
import swarmd.catalogue.OwnPolicy;
import swarmd.home.Home;
import swarmd.home.Version;
import swarmd.hostfile.HookFormat;
import swarmd.hostfile.HookTrust;
import swarmd.hostfile.JsonReader;
import swarmd.hostfile.MalformedJson;
import swarmd.hostfile.OwnHook;
import swarmd.hostfile.OwnPlugin;
import swarmd.hostfile.Scope;
import swarmd.hostfile.SettingsPlace;
import swarmd.hostfile.Value;
import swarmd.usage.FailureText;

/** Checks that our hooks in the hosts' settings are complete and still point here. */
final class HookDiagnosis {
  private final Home home;
  private final List<Finding> findings = new ArrayList<>();
  private final List<SettingsPlace> installed = new ArrayList<>();

  HookDiagnosis(Home home) {
    this.home = home;
  }

  List<Finding> findings() throws IOException {
    boolean found = false;
    for (Map.Entry<SettingsPlace, String> place : HookPlaces.all(home).entrySet()) {
      found |= Files.exists(place.getKey().file()) && check(place.getKey(), place.getValue());
    }
    for (SettingsPlace place : installed) {
      reportDuplicates(place);
    }
    if (!found) {
      findings.add(
          Finding.ok("hooks", "not installed in any host; to see which you have: swarm install"));
    }
    return List.copyOf(findings);
  }

  private boolean check(SettingsPlace place, String version) throws IOException {
    String subject = place.host().id() + " hooks";
    if (place.settings().isPlugin()) {
      return checkPlugin(place, version);
    }
    Value settings;
    try {
      settings =
          JsonReader.readFile(place.file(), place.host().settings().orElseThrow().comments());
    } catch (MalformedJson e) {
      String detail = place.file() + " is not valid JSON, " + e.getMessage();
      findings.add(Finding.fail(subject, detail, "fix the file: none of its hooks run"));
      return true;
    } catch (CharacterCodingException e) {
      findings.add(Finding.warn(subject, place.file() + " is not UTF-8", "save it as UTF-8"));
      return true;
    } catch (IOException e) {
      findings.add(Finding.warn(subject, FailureText.of(e), "make the file readable"));
      return true;
    }
    List<OwnHook.Found> ours = OwnHook.in(settings);
    if (ours.isEmpty() && version.isEmpty()) {
      return false;
    }
    String remedy = remedy(place, ours);
    if (ours.isEmpty()) {
      String detail = "were installed in " + place.file() + ", but are gone";
      findings.add(
          Finding.warn(subject, detail, remedy + "; or to remove the record: " + uninstall(place)));
      return true;
    }
    installed.add(place);
    int before = findings.size();
    for (String problem : problems(place, ours)) {
      findings.add(Finding.fail(subject, place.file() + ": " + problem, remedy));
    }
    if (!version.isEmpty() && !version.equals(Version.current())) {
      String detail = place.file() + ": installed by version " + version;
      findings.add(Finding.warn(subject, detail + ", this is " + Version.current(), remedy));
    }
    reportMissingCommands(place, subject, remedy);
    reportMissingPolicy(place, subject, remedy);
    reportMalformed(place, settings, subject);
    reportExposedToken(place, ours, subject);
    reportOpenPort(place, ours, subject);
    reportMissingTrust(place, settings, subject);
    if (findings.size() == before) {
      findings.add(Finding.ok(subject, place.file() + " (" + via(ours) + ")"));
    }
    return true;
  }

  private boolean checkPlugin(SettingsPlace place, String version) throws IOException {
    String subject = place.host().id() + " plugin";
    Optional<OwnPlugin> plugin = OwnPlugin.of(Files.readString(place.file()));
    if (plugin.isEmpty()) {
      return false;
    }
    installed.add(place);
    int before = findings.size();
    Optional<String> problem =
        programProblem(
            plugin.get().launcher(), Installation.find().directory().resolve("bin/swarm"));
    if (problem.isPresent()) {
      findings.add(Finding.fail(subject, place.file() + ": " + problem.get(), command(place)));
    } else if (!version.isEmpty() && !version.equals(Version.current())) {
      String detail = place.file() + ": installed by version " + version;
      findings.add(
          Finding.warn(subject, detail + ", this is " + Version.current(), command(place)));
    }
    reportMissingCommands(place, subject, command(place));
    if (findings.size() == before) {
      findings.add(Finding.ok(subject, place.file().toString()));
    }
    return true;
  }

  /** Codex runs no hook that the person has not trusted. */
  private void reportMissingTrust(SettingsPlace place, Value settings, String subject)
      throws IOException {
    if (!place.settings().trust()) {
      return;
    }
    Path config =
        SettingsPlace.of(
                place.host(), Scope.USER, System::getenv, Path.of(Home.user()), place.project())
            .file()
            .resolveSibling(HookTrust.FILE_NAME);
    Map<String, String> trusted =
        HookTrust.in(Files.exists(config) ? Files.readString(config) : "");
    if (!trusted.entrySet().containsAll(HookTrust.ofOurs(place.file(), settings).entrySet())) {
      findings.add(
          Finding.warn(
              subject,
              place.file() + ": " + place.host().title() + " runs them once you trust them",
              "choose \"Trust all and continue\" when it asks at its start, or "
                  + command(place)
                  + " --trust"));
    }
  }

  /** A file with other text is somebody's own command, which is not our business. */
  private void reportMissingCommands(SettingsPlace place, String subject, String remedy) {
    if (place.commandFolder().isEmpty()) {
      return;
    }
    CommandFormat format = place.host().settings().orElseThrow().commandFormat().orElseThrow();
    Path folder = place.commandFolder().get();
    List<String> missing = new ArrayList<>();
    for (OwnCommand command : OwnCommand.in(place.host())) {
      if (!Files.exists(folder.resolve(format.fileName(command)), LinkOption.NOFOLLOW_LINKS)) {
        missing.add("/" + command.label());
      }
    }
    if (!missing.isEmpty()) {
      String detail = folder + " lacks " + String.join(", ", missing);
      findings.add(Finding.warn(subject, detail, remedy));
    }
  }

  private void reportMissingPolicy(SettingsPlace place, String subject, String remedy) {
    place
        .policyFolder()
        .map(folder -> folder.resolve(OwnPolicy.FILE_NAME))
        .filter(file -> !Files.exists(file, LinkOption.NOFOLLOW_LINKS))
        .map(file -> file + " is missing, so agents cannot run their own swarm commands unasked")
        .ifPresent(detail -> findings.add(Finding.warn(subject, detail, remedy)));
  }

  private void reportDuplicates(SettingsPlace place) {
    for (SettingsPlace earlier : installed.subList(0, installed.indexOf(place))) {
      if (place.isReadWith(earlier)) {
        findings.add(
            Finding.warn(
                place.host().id() + " hooks",
                "are in "
                    + earlier.file()
                    + " and in "
                    + place.file()
                    + ": each event is sent twice",
                uninstall(place)));
      }
    }
  }

  private Set<String> problems(SettingsPlace place, List<OwnHook.Found> ours) throws IOException {
    Set<String> problems = new LinkedHashSet<>();
    List<String> missing = new ArrayList<>(place.host().settings().orElseThrow().installedEvents());
    ours.forEach(found -> missing.remove(found.event()));
    if (!missing.isEmpty()) {
      problems.add("no hook for " + String.join(", ", missing));
    }
    for (OwnHook.Found found : ours) {
      problem(found.hook()).ifPresent(problems::add);
    }
    HookPatience.configured(home).problem(place.host(), ours).ifPresent(problems::add);
    return problems;
  }

  private Optional<String> problem(OwnHook hook) throws IOException {
    if (hook instanceof OwnHook.Http http) {
      return problem(http);
    }
    if (hook instanceof OwnHook.Jar jar) {
      return Files.isExecutable(Path.of(jar.java()))
          ? programProblem(jar.jar(), Installation.find().libraries().resolve("swarm-client.jar"))
          : Optional.of(jar.java() + " does not exist");
    }
    String launcher = ((OwnHook.Launcher) hook).program();
    return programProblem(launcher, Installation.find().directory().resolve("bin/swarm"));
  }

  private static Optional<String> programProblem(String found, Path own) throws IOException {
    Path program = Path.of(found);
    if (!Files.exists(program)) {
      return Optional.of(found + " does not exist");
    }
    return Files.exists(own) && !Files.isSameFile(program, own)
        ? Optional.of("the hooks point to another installation, " + found)
        : Optional.empty();
  }

  /** Compares the token, but never shows it. */
  private Optional<String> problem(OwnHook.Http hook) throws IOException {
    String access = Files.exists(home.http()) ? Files.readString(home.http()) : "";
    String port = JsonText.field(access, "port").orElse("");
    if (!port.equals(Integer.toString(hook.port()))) {
      return Optional.of(
          "the hooks point to port "
              + hook.port()
              + ", but the daemon's is "
              + (port.isEmpty() ? "not known yet" : port));
    }
    return hook.authorization().equals("Bearer " + JsonText.field(access, "hook_token").orElse(""))
        ? Optional.empty()
        : Optional.of("the token does not match the daemon's");
  }

  private void reportMalformed(SettingsPlace place, Value settings, String subject) {
    for (String problem : HookFormat.problems(settings)) {
      String detail = place.file() + ": " + problem;
      findings.add(
          place.host().settings().orElseThrow().dropsMalformed()
              ? Finding.fail(
                  subject,
                  detail,
                  "fix it: " + place.host().title() + " ignores all hooks in the file")
              : Finding.warn(subject, detail, "fix it"));
    }
    if (settings.get("disableAllHooks").filter(v -> v.plain().equals(true)).isPresent()) {
      findings.add(
          Finding.warn(subject, place.file() + ": disableAllHooks is true", "remove that"));
    }
  }

  private void reportExposedToken(SettingsPlace place, List<OwnHook.Found> ours, String subject)
      throws IOException {
    boolean readable =
        Diagnosis.hasPermissions()
            && Files.getPosixFilePermissions(place.file()).stream()
                .anyMatch(
                    Set.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ)
                        ::contains);
    if (readable && via(ours).equals("http")) {
      findings.add(
          Finding.fail(
              subject,
              place.file() + " contains the token and is accessible to others",
              "run: chmod go= " + Diagnosis.shellWord(place.file())));
    }
  }

  private void reportOpenPort(SettingsPlace place, List<OwnHook.Found> ours, String subject)
      throws IOException {
    if (via(ours).equals("http") && !portIsHeld()) {
      findings.add(
          Finding.warn(
              subject,
              place.file()
                  + " sends events by http, and while the daemon is away any user of this machine"
                  + " can take its port and answer them",
              "if you are not the only user, "
                  + command(place)
                  + " --via launcher, or let systemd hold the port: swarm service install"));
    }
  }

  private boolean portIsHeld() throws IOException {
    return Files.exists(home.http())
        && JsonText.field(Files.readString(home.http()), "port_held").orElse("").equals("true");
  }

  private static String via(List<OwnHook.Found> ours) {
    boolean http = ours.stream().anyMatch(found -> found.hook() instanceof OwnHook.Http);
    boolean jar = ours.stream().anyMatch(found -> found.hook() instanceof OwnHook.Jar);
    return http ? "http" : jar ? "jar" : "launcher";
  }

  private static String uninstall(SettingsPlace place) {
    return command(place).replace("swarm install", "swarm uninstall");
  }

  /** The command that installs the hooks again in the same way. */
  private String remedy(SettingsPlace place, List<OwnHook.Found> ours) throws IOException {
    boolean byHttp =
        place.host().settings().orElseThrow().http()
            && place.scope() != Scope.PROJECT
            && portIsHeld();
    String usual = byHttp ? "http" : "launcher";
    String via = ours.isEmpty() ? usual : via(ours);
    return command(place) + (via.equals(usual) ? "" : " --via " + via);
  }

  static String command(SettingsPlace place) {
    boolean here =
        place.scope() == Scope.USER
            || Path.of(System.getProperty("user.dir")).startsWith(place.project());
    return "run: "
        + (here ? "" : "cd " + Diagnosis.shellWord(place.project()) + " && ")
        + "swarm install "
        + place.arguments();
  }
}
