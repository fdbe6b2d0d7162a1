package swarmd.modes;

/** What a model is told when a mode starts: what is expected of it, and with which commands. */
public final class ModeGuide {
  private static final String END = "\nOnly if the person wants to end it early: swarm cancel";

  private ModeGuide() {}

  /** For a mode that has just started with this state. */
  public static String text(Mode mode, ModeState state) {
    return "The mode %s is on: you will be kept from stopping until its work is done.\n%s%s"
        .formatted(mode.label(), expected(mode, state).strip(), END);
  }

  private static String expected(Mode mode, ModeState state) {
    return switch (mode) {
      case RALPH -> ralph(state);
      case AUTOPILOT -> autopilot();
      case ULTRAPILOT ->
          """
          - Split the work into parts that share no files, one worker each.
          - Declare each worker with its files before you start it:
            swarm mode set ultrapilot --worker 'api=src/api/**,test/api/**'
          - Start all workers side by side as subagents. Tell each to stay within its files.
          - As each ends: swarm mode set ultrapilot --finished api (or --failed api)
          - Shared files are yours. At the end integrate, build and run all tests.
          """;
      case SWARM -> swarm(state);
      case PIPELINE ->
          """
          - Declare the stages in their order:
            swarm mode set pipeline --stages plan,implement,test,review
          - Give each stage to one agent, with what the stage before it handed over.
          - After each stage: swarm mode set pipeline --done plan
          """;
      case ULTRAQA ->
          """
          - Run the check (the goal is "tests" unless set: swarm mode set ultraqa --goal "lint").
          - If it fails, note it: swarm mode set ultraqa --failure "its first lines"
            then find the cause, fix it and run the check again.
          - When it passes: swarm mode set ultraqa --passing
          - It ends by itself after %s cycles, or when the same failure comes three times in a row.
          """
              .formatted(state.fields().getOrDefault("max_cycles", ""));
      case ULTRAWORK ->
          """
          - Do as much as possible side by side: give independent parts to several subagents at once.
          - Keep long commands (builds, tests, installs) in the background and work on meanwhile.
          - Check every result: build it and run its tests. Leave nothing half done.
          - When everything is done and checked: swarm mode stop ultrawork
          """;
    };
  }

  private static String ralph(ModeState state) {
    return """
    - Work from a PRD: %s, {"userStories":[{"id":"US-001","title":"...","passes":false}]}.
      If there is none and the work is more than one small step, write it first.
    - Do one story after the other: implement it, test it, and only then set "passes" to true.
    - When all pass, have an independent review check the work against the PRD: another agent
      that did not write it. If it approves: swarm mode set ralph --verified
      If it finds faults: swarm mode set ralph --verification rejected
      then fix them and have it reviewed again.
    """
        .formatted(state.fields().getOrDefault("prd", ".omc/prd.json or prd.json"));
  }

  private static String autopilot() {
    StringBuilder text = new StringBuilder("Work through the phases, without asking back:\n");
    for (AutopilotState.Phase phase : AutopilotState.Phase.values()) {
      if (phase != AutopilotState.Phase.COMPLETE) {
        text.append("- ").append(Changes.label(phase)).append(": ").append(phase.work());
        text.append(". Then: swarm mode set autopilot --phase ");
        text.append(Changes.label(phase.next())).append('\n');
      }
    }
    return text.toString();
  }

  private static String swarm(ModeState state) {
    SwarmState swarm = state instanceof SwarmState given ? given : SwarmState.INITIAL;
    return """
    - Split the work into independent tasks that share no files and add each, with its files:
      swarm task add "title" --description "what and how" --files 'src/api/**'%1$s
      (--depends-on ID for what must wait)
    - Start %2$d agents side by side as subagents, in one message. They do not see this text: tell
      each to work in a loop, in its own shell:
      swarm task claim%1$s --wait 60
      do that one task, change only its files and check the result, then
      swarm task complete ID --result "what came of it" (or: swarm task fail ID --error "why")
      until the claim says that all tasks are finished. It needs no name or token: a claim is its
      agent's, and lasts while that agent works.
    - Files of another agent's claimed task cannot be edited.
    - See how it stands: swarm status
      Failed tasks: swarm task retry ID, or swarm task cancel ID
    """
        .formatted(swarm.option(), swarm.agents());
  }
}
