// Builds elements. Everything from outside goes in as text, never as HTML.

export const $ = id => document.getElementById(id);

const real = children => children.flat(Infinity).filter(child => child != null && child !== false && child !== '');

const builder = create => (tag, first, ...rest) => {
	const [element, ...classes] = tag.split('.');
	const node = create(element);
	const props = first?.constructor === Object && first;
	if (classes.length) node.setAttribute('class', classes.join(' '));
	for (const [name, value] of Object.entries(props || {})) {
		if (value == null || value === false) continue;
		if (name.startsWith('on') || name === 'value') node[name] = value;
		else node.setAttribute(name, value === true ? '' : value);
	}
	node.append(...real(props ? rest : [first, ...rest]));
	return node;
};

// h('li.card', {id: 'x'}, 'text', child): children that are null, false or '' are left out
export const h = builder(name => document.createElement(name));
export const s = builder(name => document.createElementNS('http://www.w3.org/2000/svg', name));

export const holder = ({agent, workstation: place}) => place ? `${agent} on ${place}` : agent;

export const button = (label, onclick, kind = '', props) => h('button' + kind, {type: 'button', onclick, ...props}, label);

// Makes the children of `parent` match `items`; a row that stays is changed in place
export function keyed(parent, items, key, make, change) {
	const old = parent.byKey ?? new Map();
	const rows = new Map();
	let next = parent.firstChild;
	for (const item of items) {
		let id = key(item, rows.size);
		while (rows.has(id)) id += '+';
		const row = old.get(id) ?? make();
		const text = JSON.stringify(item);
		if (row.shown !== text) {
			change(row, item);
			row.shown = text;
		}
		rows.set(id, row);
		if (row === next) next = next.nextSibling;
		else parent.insertBefore(row, next);
	}
	for (const [id, row] of old) if (rows.get(id) !== row) row.remove();
	parent.byKey = rows;
}

export const refill = (node, ...children) => node.replaceChildren(...real(children));

export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// Draws again what is in `node`; the focus stays on its button
export function redraw(node, draw) {
	const text = node.contains(document.activeElement) && document.activeElement.textContent;
	draw();
	if (text) ([...node.querySelectorAll('button')].find(each => each.textContent === text) ?? node).focus();
}

export const setText = (node, text) => {
	if (node.textContent !== text) node.textContent = text;
};

const UNITS = [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];

// "4 min", "2 h 5 min"
export function span(millis) {
	const seconds = Math.max(0, Math.round(millis / 1000));
	const at = UNITS.findIndex(([size]) => seconds >= size);
	if (at < 0) return '0 s';
	const [size, name] = UNITS[at];
	const rest = at < 2 ? Math.floor((seconds % size) / UNITS[at + 1][0]) : 0;
	return Math.floor(seconds / size) + ' ' + name + (rest ? ` ${rest} ${UNITS[at + 1][1]}` : '');
}

const clock = millis => {
	const seconds = Math.max(0, Math.round(millis / 1000));
	return seconds >= 3600 ? span(millis) : Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0');
};

export const micros = value => {
	if (value < 1000) return value + ' µs';
	return value < 1e6 ? (value / 1000).toFixed(value < 10000 ? 1 : 0) + ' ms' : (value / 1e6).toFixed(1) + ' s';
};

let skew = 0;
export const now = () => Date.now() + skew;
export const setNow = millis => (skew = Math.abs(millis - Date.now()) < 2000 ? 0 : millis - Date.now());

// One timer moves all times on the page.
function ticking(node, tick) {
	node.classList.add('ticking');
	node.tick = tick;
	tick();
	return node;
}

export function tickAll() {
	for (const node of document.querySelectorAll('.ticking')) node.tick();
}

// "4 min", with the exact time for a pointer and screen readers
export function ago(millis, after = '') {
	const exact = new Date(millis);
	const node = h('time.dim.nw', {datetime: exact.toISOString(), title: exact.toLocaleString()});
	return ticking(node, () => setText(node, span(now() - millis) + after));
}

const longest = new Map();

// What is left of a lease, as time and bar
export function lease({lease: {expires_at: end, fence}}) {
	const bar = h('i.claimed');
	const text = h('span');
	const node = h('span.lease', {title: 'until ' + new Date(end).toLocaleTimeString()}, text, h('span.meter', bar));
	return ticking(node, () => {
		const left = end - now();
		const whole = Math.max(longest.get(fence) ?? 0, left, 1);
		longest.set(fence, whole);
		setText(text, left > 0 ? clock(left) : 'ends');
		bar.style.width = Math.max(0, Math.min(100, (left / whole) * 100)) + '%';
		node.classList.toggle('soon', left < 30000);
	});
}

export const shortId = id => (id.length > 12 ? id.slice(0, 8) : id);
export const base = path => path.replace(/\/+$/, '').split('/').pop() || path;
export const many = (count, one) => `${count} ${one}${count === 1 ? '' : 's'}`;
export const firstLine = (text, length = 200) => {
	const line = text.trim().split('\n', 1)[0];
	return line.length > length ? line.slice(0, length - 1) + '…' : line;
};

export const SIGN = {pending: '○', blocked: '◐', claimed: '▸', done: '✓', failed: '✕', cancelled: '–'};
export const STATUSES = Object.keys(SIGN);

// A status with its sign, or something else in its colour
export const status = (name, text = name) => h('span.s.' + name, {'data-sign': SIGN[name]}, text);

const COLOUR = {
	completed: 'done', failed: 'failed', expired: 'failed', cancelled: 'cancelled', claimed: 'claimed', released: 'blocked',
	swarm_complete: 'done', swarm_stuck: 'failed',
};
export const colour = kind => COLOUR[kind] ?? 'pending';

// How many tasks there are without the cancelled ones, if `count` knows how many have a status
export const total = count => STATUSES.slice(0, 5).reduce((sum, name) => sum + count(name), 0);

export const meter = (count, props) => h('span.meter', props, ['done', 'claimed', 'failed'].map(name => {
	const bar = h('i.' + name);
	bar.style.width = (count(name) / (total(count) || 1)) * 100 + '%';
	return bar;
}));

export function waits(why) {
	const {tasks, waves: [wave], until, limits} = why;
	const named = tasks.slice(0, 5).map(task => `#${task.id}${task.status === 'failed' ? ' (failed)' : ''}`);
	return [
		named.length && 'needs ' + named.join(', ') + (tasks.length > 5 ? ' …' : ''),
		wave && `${wave.unsettled} of wave ${wave.wave}`,
		until && new Date(until).toLocaleString(),
		limits && 'a limit',
	].filter(Boolean).join(', ') || 'waits';
}

// A short id that a click copies whole
export const copyable = text => button(shortId(text), () => navigator.clipboard?.writeText(text), '.small.plain.mono',
	{title: text + ' (click to copy)', 'aria-label': 'Copy ' + text});

export const section = (title, ...body) => h('section', h('header', h('h2', title)), body);

// A section with a list, and a place for what is to be said about the list
export function list(root, title, props) {
	const parts = [h('ul.rows', props), h('p.empty')];
	root.append(section(title, parts));
	return parts;
}
