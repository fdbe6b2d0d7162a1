// Requests to the daemon, with the page's token.

const KEPT = 'swarmd';
let access = null;

export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function checked(answer) {
  if (answer.ok) return answer;
  const {error} = await answer.json().catch(() => ({}));
  throw new Refused(answer.status, error?.message ?? `The daemon answered ${answer.status}.`);
}

/** Exchanges a proof of identity for the token; both survive a reload, but not the tab. */
async function enter(proof) {
  const answer = await checked(await fetch('/v1/page/token', {method: 'POST', body: JSON.stringify(proof)}));
  access = {...access, ...await answer.json()};
  sessionStorage.setItem(KEPT, JSON.stringify(access));
}

/** `swarm open` puts a code into the address that works once; it does not stay there. */
export async function signIn() {
  access = JSON.parse(sessionStorage.getItem(KEPT));
  const code = /^#code=(\w+)/.exec(location.hash)?.[1];
  if (code) {
    history.replaceState(null, '', '#/');
    await enter({code}).catch(error => { if (!access) throw error; });
  }
  return access != null;
}

/** A restarted daemon has another token. The page shows that it knows the key, but does not send it: another program may have the port. */
export async function renew() {
  if (!access?.key) return false;
  const {challenge} = await (await checked(await fetch('/v1/page/challenge'))).json();
  const text = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', text.encode(access.key), {name: 'HMAC', hash: 'SHA-256'}, false, ['sign']);
  const proof = new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(`${location.port} ${challenge}`)));
  await enter({proof: [...proof].map(byte => byte.toString(16).padStart(2, '0')).join('')});
  return true;
}

export async function send(method, path, {query, body, headers, signal} = {}) {
  const address = new URLSearchParams(Object.entries(query ?? {}).filter(([, value]) => value != null && value !== ''));
  return checked(await fetch(path + (address.size ? '?' + address : ''), {
    method, signal, cache: 'no-store',
    headers: {Authorization: 'Bearer ' + access.token, ...(body && {'Content-Type': 'application/json'}), ...headers},
    body: body && JSON.stringify(body),
  }));
}

export const get = async (path, query) => (await send('GET', path, {query})).json();
export const post = async (path, body) => (await send('POST', path, {body})).json();
export const patch = async (path, body) => (await send('PATCH', path, {body})).json();
export const remove = async (path, query) => (await send('DELETE', path, {query})).json();
