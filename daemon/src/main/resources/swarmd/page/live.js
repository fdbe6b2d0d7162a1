// Follows /v1/live and goes on where it was after a lost connection.
import {send, get, renew, signOut} from './api.js';
import {setNow} from './dom.js';

const SILENCE = 15000; // the daemon sends something every 5 s
// A browser has six connections per host: a tab in the background and a page left behind give theirs back.
const HIDDEN = 60000;
const RARELY = 30000;

export const link = {on: false, since: Date.now(), ended: false};
export const world = {status: null};
const listeners = {status: [], tasks: [], events: [], hooks: [], link: [], back: []};

export const on = (topic, listener) => {
	listeners[topic].push(listener);
	return () => listeners[topic].splice(listeners[topic].indexOf(listener), 1);
};
const tell = (topic, data) => [...listeners[topic]].forEach(listener => listener(data));

function setLink(isOn, error) {
	if (isOn !== link.on) link.since = Date.now();
	link.on = isOn;
	link.ended = [401, 403].includes(error?.status);
	tell('link');
	if (isOn) tell('back');
}

function setStatus(status) {
	setNow(status.now);
	world.status = status;
	tell('status', status);
}

let position = null;
let abort = null;

async function follow() {
	abort = new AbortController();
	let alarm;
	const wait = () => {
		clearTimeout(alarm);
		alarm = setTimeout(() => abort.abort(), SILENCE);
	};
	try {
		wait();
		const answer = await send('GET', '/v1/live', {headers: position && {'Last-Event-ID': position}, signal: abort.signal});
		const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
		let text = '';
		for (;;) {
			const {value, done} = await reader.read();
			if (done) return;
			wait();
			const parts = (text + value).split('\n\n');
			text = parts.pop();
			parts.forEach(receive);
		}
	} finally {
		clearTimeout(alarm);
	}
}

function receive(part) {
	const fields = Object.fromEntries(part.split('\n').map(line => line.split(/: (.*)/s)));
	if (fields.id) position = fields.id;
	if (!fields.event) return;
	if (!link.on) setLink(true);
	const data = JSON.parse(fields.data);
	if (fields.event === 'status') setStatus(data);
	else tell(fields.event, data);
}

let wake = () => {};
const pause = millis => new Promise(resolve => {
	wake = resolve;
	setTimeout(wake, millis);
});

let hiddenSince = 0;
document.addEventListener('visibilitychange', () => {
	hiddenSince = document.hidden ? Date.now() : 0;
	if (!document.hidden) wake();
	else setTimeout(() => { if (document.hidden && Date.now() - hiddenSince >= HIDDEN) abort?.abort(); }, HIDDEN + 500);
});
addEventListener('pagehide', () => abort?.abort()); // the browser may keep it to go back to

export async function start() {
	link.ended = false;
	for (let delay = 500; ; delay = Math.min(delay * 2, 8000)) {
		try {
			if (!document.hidden || Date.now() - hiddenSince < HIDDEN) {
				await follow();
				if (link.on) delay = 250;
			} else {
				setStatus(await get('/v1/status'));
				await pause(RARELY);
				continue;
			}
		} catch (error) {
			if (!document.hidden || error.name !== 'AbortError') {
				if (link.on) delay = 250;
				const failure = error.status === 401 ? await renew().then(isNew => (isNew ? null : error), refusal => refusal) : error;
				setLink(false, failure);
				if (link.ended) return signOut();
				if (!failure) delay = 250;
			}
		}
		await pause(delay * (0.75 + Math.random() / 2)); // many pages come back at different times
	}
}
