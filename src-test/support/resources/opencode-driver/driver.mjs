// Calls our OpenCode plugin as OpenCode does, with a client that only writes down what it is asked for.
// usage: node driver.mjs PLUGIN PROJECT <STEPS   (a line of JSON per step: {hook, input, output}); prints a line per step
import http from "node:http";
import { readFileSync } from "node:fs";

const [, , plugin, project] = process.argv;

// Bun's fetch takes the path of a Unix socket; Node's does not.
globalThis.fetch = (url, { unix, method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const request = http.request({ socketPath: unix, path: new URL(url).pathname, method, headers, signal }, (response) => {
      let text = "";
      response.on("data", (part) => (text += part));
      response.on("end", () => resolve({ ok: response.statusCode === 200, status: response.statusCode, text: async () => text }));
    });
    request.on("error", reject);
    request.end(body);
  });

const calls = [];
const parents = {};
const client = {
  session: {
    get: async ({ path }) => ({ data: { id: path.id, parentID: parents[path.id] } }),
    promptAsync: async (request) => void calls.push({ promptAsync: request }),
  },
  tui: { showToast: async (request) => void calls.push({ toast: request }) },
  postSessionIdPermissionsPermissionId: async (request) => void calls.push({ permission: request }),
};

const { Swarmd } = await import(plugin);
const hooks = await Swarmd({ client, directory: project, worktree: project });
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const { hook, input, output = {} } = JSON.parse(line);
  const result = { hook };
  calls.length = 0;
  try {
    if (hook.startsWith("event-")) await hooks.event({ event: input });
    else await hooks[hook]?.(input, output);
  } catch (failure) {
    result.threw = failure.message;
  }
  console.log(JSON.stringify({ ...result, output, calls }));
}
process.exit(0);
