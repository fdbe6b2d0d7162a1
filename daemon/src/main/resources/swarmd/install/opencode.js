// Written by `swarm install`; `swarm uninstall` removes it.
// Sends OpenCode's events to swarmd and does what it answers. Without an answer OpenCode goes on as if this
// file were not there, but no permission is given.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";

const LAUNCHER = "@LAUNCHER@";
const SOCKET = "@SOCKET@";
const ENVIRONMENT = "@ENVIRONMENT@";

/** In milliseconds. */
const STOP_LIMIT = 3_000;

const GO_ON = { continue: true };
const DENIED = {
  continue: true,
  decision: "deny",
  reason: "swarmd did not answer, so the request was denied; run: swarm doctor",
};

class Denial extends Error {}

const isOn = (value) => !!value && value !== "0" && value.toLowerCase() !== "false";
const disabled = isOn(process.env.DISABLE_OMC);

/** How long an answer may take, in milliseconds. */
function limit(event) {
  const set = /^[1-9]\d{0,7}$/.exec(process.env.SWARMD_HOOK_TIMEOUT_MS ?? "") ? Number(process.env.SWARMD_HOOK_TIMEOUT_MS) : 10_000;
  if (event === "SessionEnd") return Math.min(set, 2_000);
  return event.endsWith("ToolUse") && set <= 10_000 ? Math.min(set, 5_500) : set;
}

function withoutAnswer(event) {
  return event === "PermissionRequest" && process.env.SWARMD_PERMISSION_FALLBACK !== "ask" ? DENIED : GO_ON;
}

/** This process and its start, by which swarmd sees when the session is over. */
function hostProcess() {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    return `${process.pid} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
  } catch {
    return `${process.pid}`;
  }
}

function parsed(text) {
  const answer = JSON.parse(text);
  if (typeof answer !== "object" || answer === null) throw new Error("not an object");
  return answer;
}

function isMine(path) {
  return typeof process.getuid !== "function" || statSync(path).uid === process.getuid();
}

async function bySocket(event, body) {
  if (!isMine(SOCKET) || !isMine(dirname(SOCKET))) throw new Error("somebody else's socket");
  const headers = { "Content-Type": "application/json", "Swarm-Host": "opencode" };
  if (process.env.OMC_SKIP_HOOKS) headers["Swarm-Skip-Hooks"] = process.env.OMC_SKIP_HOOKS;
  if (event === "SessionStart") headers["Swarm-Host-Process"] = hostProcess();
  if (disabled) headers["Swarm-Disabled"] = "1";
  const response = await fetch(`http://swarmd/v1/hooks/${event}`, {
    unix: SOCKET,
    method: "POST",
    headers,
    body,
    signal: AbortSignal.timeout(limit(event)),
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return parsed(await response.text());
}

/** Starts a daemon where there is none, as a hook of any other host does. */
function byLauncher(event, body) {
  return new Promise((resolve, reject) => {
    const child = spawn(LAUNCHER, ["hook", event], {
      env: { ...process.env, ...ENVIRONMENT, SWARM_HOST: "opencode" },
      stdio: ["pipe", "pipe", "ignore"],
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), limit(event) + 500);
    let out = "";
    child.stdout.on("data", (part) => (out += part));
    child.stdin.on("error", () => {});
    child.on("error", (failure) => {
      clearTimeout(timer);
      reject(failure);
    });
    child.on("close", () => {
      clearTimeout(timer);
      try {
        resolve(parsed(out));
      } catch (failure) {
        reject(failure);
      }
    });
    child.stdin.end(body);
  });
}

/**
 * The answer to the end of a turn. OpenCode does not wait for a plugin there, and `opencode run` ends within
 * milliseconds, so this is the one event for which everything has to stand still.
 */
function askNow(event, payload) {
  if (disabled) return GO_ON;
  try {
    const result = spawnSync(LAUNCHER, ["hook", event], {
      input: JSON.stringify({ hook_event_name: event, ...payload }),
      env: { ...process.env, ...ENVIRONMENT, SWARM_HOST: "opencode", SWARMD_HOOK_TIMEOUT_MS: `${STOP_LIMIT}` },
      stdio: ["pipe", "pipe", "ignore"],
      timeout: STOP_LIMIT + 500,
      killSignal: "SIGKILL",
    });
    return parsed(result.stdout.toString());
  } catch {
    return GO_ON;
  }
}

/** The answer to an event; never fails. */
async function ask(event, payload) {
  if (disabled && event !== "SessionStart") return GO_ON;
  const body = JSON.stringify({ hook_event_name: event, ...payload });
  try {
    return await bySocket(event, body);
  } catch (failure) {
    if (disabled) return GO_ON;
    if (failure?.name === "TimeoutError" || failure?.name === "AbortError") return withoutAnswer(event);
  }
  try {
    return await byLauncher(event, body);
  } catch {
    return withoutAnswer(event);
  }
}

/** `opencode run` puts a prompt of several words into quotes. */
function typed(text) {
  const quoted = /^"((?:[^"\\]|\\[^])*)"$/.exec(text.trim());
  return quoted ? quoted[1].replace(/\\"/g, '"') : text;
}

export const Swarmd = async ({ client, directory }) => {
  const sessions = new Map(); // by id, a promise of { root, agent, context }
  const known = new Map(); // by id, the same once it is there
  const stopped = new Set(); // messages that have ended a turn
  const reasons = new Set(); // why turns were held, as they come back as prompts
  const held = new Map(); // by session, how often in a row its end was held
  const commands = new Map(); // by session, the command that the person has just typed

  async function parentOf(id) {
    try {
      const found = await client.session.get({ path: { id } });
      return (found?.data ?? found)?.parentID;
    } catch {
      return undefined;
    }
  }

  async function begin(id, info) {
    const parent = info ? info.parentID : await parentOf(id);
    if (!parent) {
      const source = info ? "startup" : "resume";
      const answer = await ask("SessionStart", { session_id: id, cwd: directory, source });
      tell(answer);
      return { root: id, agent: undefined, context: answer.context };
    }
    const { root } = await session(parent);
    const answer = await ask("SubagentStart", { session_id: root, agent_id: id, agent_type: info?.agent ?? "", cwd: directory });
    return { root, agent: id, context: answer.context };
  }

  function session(id, info) {
    if (!sessions.has(id)) {
      const beginning = begin(id, info);
      sessions.set(id, beginning);
      beginning.then((found) => known.set(id, found));
    }
    return sessions.get(id);
  }

  async function send(event, id, fields) {
    const { root, agent } = await session(id);
    const answer = await ask(event, { session_id: root, ...(agent ? { agent_id: agent } : {}), cwd: directory, ...fields });
    tell(answer);
    return answer;
  }

  /** Shows the person a message, where there is a screen. */
  function tell(answer) {
    if (answer.systemMessage) {
      Promise.resolve(client.tui?.showToast?.({ body: { message: answer.systemMessage, variant: "info" } })).catch(() => {});
    }
  }

  /** What fails here must not harm OpenCode; only a denial gets through. */
  const safely = (handler) => async (input, output) => {
    try {
      await handler(input ?? {}, output ?? {});
    } catch (failure) {
      if (failure instanceof Denial) throw failure;
    }
  };

  /** Everything before the next prompt happens at once. */
  function stop(info) {
    const id = info.sessionID;
    const { root, agent } = known.get(id) ?? {};
    if (!root) return undefined; // not a session that has begun
    if (agent) return send("SubagentStop", id, { agent_type: info.agent ?? "" });
    const before = held.get(id) ?? 0;
    const answer = askNow("Stop", { session_id: root, cwd: directory, stop_hook_active: before > 0 });
    if (answer.decision !== "deny") {
      held.delete(id);
      tell(answer);
      return undefined;
    }
    held.set(id, before + 1);
    reasons.add(answer.reason);
    const prompted = client.session.promptAsync({
      path: { id },
      body: { parts: [{ type: "text", text: answer.reason }] },
    });
    tell(answer);
    return prompted;
  }

  async function permission(asked) {
    let answer = DENIED;
    try {
      answer = await send("PermissionRequest", asked.sessionID, {
        tool_name: asked.permission,
        tool_input: asked.metadata ?? {},
        ...(asked.tool?.callID ? { tool_use_id: asked.tool.callID } : {}),
      });
    } catch {
      // denied
    }
    if (answer.decision === "allow" || answer.decision === "deny") {
      const reply = answer.decision === "allow" ? "once" : "reject";
      if (client.permission?.reply) {
        await client.permission.reply({ path: { requestID: asked.id, id: asked.id }, body: { reply }, requestID: asked.id, reply });
      } else {
        await client.postSessionIdPermissionsPermissionId({
          path: { id: asked.sessionID, permissionID: asked.id },
          body: { response: reply },
        });
      }
    }
  }

  async function end(id, reason) {
    const { root, agent } = await session(id);
    sessions.delete(id);
    known.delete(id);
    if (!agent) await ask("SessionEnd", { session_id: root, cwd: directory, reason });
  }

  return {
    event: safely(async ({ event }) => {
      const properties = event.properties ?? {};
      switch (event.type) {
        case "session.created":
          await session(properties.info.id, properties.info);
          break;
        case "session.deleted":
          if (sessions.has(properties.info?.id)) await end(properties.info.id, "other");
          break;
        case "message.updated": {
          const info = properties.info;
          if (info?.role === "assistant" && info.finish === "stop" && !stopped.has(info.id)) {
            stopped.add(info.id);
            await stop(info);
          }
          break;
        }
        case "permission.asked":
          await permission(properties);
          break;
      }
    }),

    "command.execute.before": safely(async (input) => {
      commands.set(input.sessionID, `/${input.command} ${typed(input.arguments ?? "")}`.trim());
    }),

    "chat.message": safely(async (input, output) => {
      const text = output.parts
        .filter((part) => part.type === "text" && !part.synthetic)
        .map((part) => part.text)
        .join("\n");
      if (reasons.delete(text)) return; // it is ours, and has to be there before OpenCode comes to its end
      const command = commands.get(input.sessionID);
      commands.delete(input.sessionID);
      const answer = await send("UserPromptSubmit", input.sessionID, {
        prompt: typed(text),
        ...(command ? { submitted_prompt: command } : {}),
      });
      if (answer.decision === "deny") throw new Denial(answer.reason);
      if (answer.context) {
        output.parts.push({
          id: `${output.parts[0].id.slice(0, -1)}z`,
          sessionID: input.sessionID,
          messageID: output.message.id,
          type: "text",
          text: answer.context,
          synthetic: true,
        });
      }
    }),

    "experimental.chat.system.transform": safely(async (input, output) => {
      if (!input.sessionID) return;
      const { context } = await session(input.sessionID);
      if (context) output.system.push(context);
    }),

    "tool.execute.before": safely(async (input, output) => {
      const answer = await send("PreToolUse", input.sessionID, {
        tool_name: input.tool,
        tool_input: output.args ?? {},
        tool_use_id: input.callID,
      });
      if (answer.decision === "deny") throw new Denial(answer.reason);
      if (answer.updatedInput) {
        for (const name of Object.keys(output.args)) if (!(name in answer.updatedInput)) delete output.args[name];
        Object.assign(output.args, answer.updatedInput);
      }
    }),

    "tool.execute.after": safely(async (input, output) => {
      const response = { output: typeof output.output === "string" ? output.output : JSON.stringify(output.content ?? "") };
      if (output.metadata?.exit) response.error = response.output;
      const answer = await send("PostToolUse", input.sessionID, {
        tool_name: input.tool,
        tool_input: input.args ?? {},
        tool_use_id: input.callID,
        tool_response: response,
      });
      if (answer.context && typeof output.output === "string") output.output += `\n\n${answer.context}`;
      else if (answer.context && Array.isArray(output.content)) output.content.push({ type: "text", text: answer.context });
    }),

    "shell.env": safely(async (input, output) => {
      if (!input.sessionID) return;
      const { root, agent } = await session(input.sessionID);
      output.env.SWARM_SESSION = root;
      if (agent || process.env.SWARM_AGENT) output.env.SWARM_AGENT = agent ?? "";
    }),

    "experimental.session.compacting": safely(async (input, output) => {
      const answer = await send("PreCompact", input.sessionID, { trigger: "auto" });
      if (answer.context && Array.isArray(output.context)) output.context.push(answer.context);
    }),

    dispose: safely(async () => {
      await Promise.all([...sessions.keys()].map((id) => end(id, "other")));
    }),
  };
};
