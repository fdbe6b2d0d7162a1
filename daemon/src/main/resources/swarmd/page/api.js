// Requests to the daemon, with the page's token.

const KEPT = 'swarmd';
let access = null;

async function checked(answer) {
	if (answer.ok) return answer;
	const {error} = await answer.json().catch(() => ({}));
	throw Object.assign(new Error(error?.message ?? `The daemon answered ${answer.status}.`), {status: answer.status});
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

export async function send(method, path, {body, headers, signal} = {}) {
	return checked(await fetch(path, {
		method, signal, cache: 'no-store',
		headers: {Authorization: 'Bearer ' + access.token, ...(body && {'Content-Type': 'application/json'}), ...headers},
		body: body && JSON.stringify(body),
	}));
}

/** "?a=1&b=2" for those that have a value. */
export function query(params = {}) {
	const given = new URLSearchParams(Object.entries(params).filter(([, value]) => value != null && value !== ''));
	return given.size ? '?' + given : '';
}

const json = async (method, path, body) => (await send(method, path, {body})).json();
export const get = (path, params) => json('GET', path + query(params));
export const post = (path, body) => json('POST', path, body);
export const patch = (path, body) => json('PATCH', path, body);
export const remove = (path, params) => json('DELETE', path + query(params));
