package swarmd.realhosts;

import java.util.Optional;
import java.util.function.Supplier;
import swarmd.realhosts.InstalledHosts.NpmPackage;

/** The six hosts, each with the package that has its program. */
public enum KnownHost {
  CLAUDE(InstalledHosts.CLAUDE, ClaudeProgram::installed),
  GEMINI(InstalledHosts.GEMINI, GeminiProgram::installed),
  CODEX(InstalledHosts.CODEX, CodexProgram::installed),
  COPILOT(InstalledHosts.COPILOT, CopilotProgram::installed),
  QWEN(InstalledHosts.QWEN, QwenProgram::installed),
  OPENCODE(InstalledHosts.OPENCODE, OpencodeProgram::installed);

  @SuppressWarnings("ImmutableEnumChecker") // a record
  private final NpmPackage npm;

  @SuppressWarnings("ImmutableEnumChecker") // has no state
  private final Supplier<HostBinary> program;

  KnownHost(NpmPackage npm, Supplier<HostBinary> program) {
    this.npm = npm;
    this.program = program;
  }

  /** A message about what is missing for this host and how to install it; empty if nothing is. */
  public Optional<String> missing() {
    InstalledHosts hosts = InstalledHosts.find();
    return InstalledHosts.MORE.contains(npm) ? hosts.missingFor(npm) : hosts.missing();
  }

  public HostBinary program() {
    return program.get();
  }
}
