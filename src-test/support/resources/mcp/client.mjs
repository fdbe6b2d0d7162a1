// Drives swarmd with the official client. usage: node client.mjs MODULES stdio LAUNCHER
//                                                node client.mjs MODULES http URL TOKEN PROJECT
// Prints one JSON object: what each step returned.
const [modules, kind, target, token, project] = process.argv.slice(2);
const sdk = (file) => import(`${modules}/@modelcontextprotocol/sdk/dist/esm/client/${file}.js`);
const { Client } = await sdk("index");

async function transport() {
  if (kind === "stdio") {
    const { StdioClientTransport } = await sdk("stdio");
    return new StdioClientTransport({ command: target, args: ["mcp"], env: process.env });
  }
  const { StreamableHTTPClientTransport } = await sdk("streamableHttp");
  return new StreamableHTTPClientTransport(new URL(target), {
    requestInit: { headers: { Authorization: `Bearer ${token}`, "Swarm-Project-Dir": project } },
  });
}

const client = new Client({ name: "official", version: "1" });
await client.connect(await transport());
const seen = { server: client.getServerVersion(), instructions: client.getInstructions() };
seen.tools = (await client.listTools()).tools.map((tool) => tool.name);
const call = (name, args = {}, options = {}) => client.callTool({ name, arguments: args }, undefined, options);
seen.ping = await client.ping();
seen.claim = await call("task_claim");
const id = seen.claim.structuredContent.tasks[0].id;
seen.refused = await call("task_complete", { id: id + 1 });
seen.unknown = await call("no_such_tool").catch((failure) => failure.message);

// A claim that waits keeps no other call from its answer, and is withdrawn when it is cancelled.
const patience = new AbortController();
const waiting = call("task_claim", { wait_ms: 50000 }, { signal: patience.signal }).then(
  () => "answered",
  () => "cancelled",
);
seen.status = await call("status");
patience.abort("enough");
seen.waiting = await waiting;
seen.done = await call("task_complete", { id, result: "by the official client" });
seen.after = await call("task_claim", { wait_ms: 0 });
console.log(JSON.stringify(seen));
await client.close();
