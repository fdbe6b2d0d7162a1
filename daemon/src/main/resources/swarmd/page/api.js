// Requests to the daemon, with the page's token.

let access = null;

// Tabs without a token get it from the others
const tabs = new BroadcastChannel('swarmd');

async function request(path, options) {
	const answer = await fetch(path, options).catch(error => {
		throw error.name === 'AbortError' ? error : new Error('The daemon cannot be reached. Start it with: swarm status');
	});
	if (answer.ok) return answer;
	const {error} = await answer.json().catch(() => ({}));
	throw Object.assign(new Error(error?.message ?? `The daemon answered ${answer.status}.`), {status: answer.status});
}

// Exchanges a proof of identity for token and key. The token survives a reload; the key stays in memory.
async function enter(proof) {
	access = await (await request('/v1/page/token', {method: 'POST', body: JSON.stringify(proof)})).json();
	sessionStorage.token = access.token;
	tabs.postMessage(access.token);
}

export function signOut() {
	access = null;
	delete sessionStorage.token;
}

// With a code, the token of before a reload, or later that of another tab
export async function signIn(code, entered) {
	tabs.onmessage = ({data: token}) => {
		if (!token) access && tabs.postMessage(access.token);
		else if (!access) enter({token}).then(entered, () => {}); // it was of a daemon that has ended
	};
	const token = !access && sessionStorage.token;
	let wrong;
	for (const proof of [code && {code}, token && {token}].filter(Boolean)) {
		try {
			await enter(proof);
			return entered();
		} catch (error) {
			if (error.status !== 401) throw error;
			wrong ??= code && error;
		}
	}
	if (access) return;
	signOut();
	tabs.postMessage(null);
	throw wrong || new Error('This page needs a key. Get one with: swarm open');
}

// A restarted daemon has another token. The page shows that it knows the key, but does not send it: another program may have the port.
export async function renew() {
	if (!access?.key) return false;
	const {challenge} = await (await request('/v1/page/challenge')).json();
	const text = new TextEncoder();
	const key = await crypto.subtle.importKey('raw', text.encode(access.key), {name: 'HMAC', hash: 'SHA-256'}, false, ['sign']);
	const proof = new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(`${location.port} ${challenge}`)));
	await enter({proof: [...proof].map(byte => byte.toString(16).padStart(2, '0')).join('')});
	return true;
}

export async function send(method, path, {body, headers, signal} = {}) {
	return request(path, {
		method, signal, cache: 'no-store',
		headers: {Authorization: 'Bearer ' + access?.token, ...(body && {'Content-Type': 'application/json'}), ...headers},
		body: body && JSON.stringify(body),
	});
}

// "?a=1&b=2" for those that have a value
export function query(params = {}) {
	const given = new URLSearchParams(Object.entries(params).filter(([, value]) => value != null && value !== ''));
	return given.size ? '?' + given : '';
}

const json = async (method, path, body) => (await send(method, path, {body})).json();
export const get = (path, params) => json('GET', path + query(params));
export const post = (path, body) => json('POST', path, body);
export const patch = (path, body) => json('PATCH', path, body);
export const remove = (path, params) => json('DELETE', path + query(params));
