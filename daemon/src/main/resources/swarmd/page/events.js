// What happened to tasks, newest first.
import {h, keyed, refill, setText, section, ago, status, colour, firstLine, shortId, many} from './dom.js';
import {get} from './api.js';
import {on} from './live.js';
import {inScope, taskLink, href, parse, words} from './router.js';

const KEPT = 300;
const MOST = 1000; // the daemon gives no more

// Columns are named with the classes of their cells: 'Took.r'.
const cells = (tag, columns, texts) => columns.map((column, i) => h(column.replace(/^[^.]*/, tag), texts[i]));

export function table(tag, columns, rows, body = h('tbody')) {
	body.append(...rows.map(row => h('tr', cells('td', columns, row))));
	return h(tag, h('thead', h('tr', cells('th', columns, columns.map(column => column.split('.')[0])))), body);
}

export const sessionLink = (id, address) => id && h('a.mono', {href: address, title: id}, shortId(id));

// A list that grows at the top. Browsers keep the rows in place that somebody reads further down.
export function feed(root, {title, topic, path, params, key, columns, row, fits, empty, filtered}) {
	const body = h('tbody');
	const note = h('p');
	const none = h('p.empty', 'Loading …');
	const items = new Map();
	const limit = filtered ? MOST : KEPT;
	const draw = () => {
		const all = [...items.values()].filter(fits).sort((a, b) => b[key] - a[key]).slice(0, KEPT);
		keyed(body, all, item => item[key], () => h('tr.row', {tabindex: -1}), (tr, item) => refill(tr, cells('td', columns, row(item))));
		if (!loaded) return;
		refill(none, !all.length && (filtered ? 'Nothing matches.' : empty));
		const looked = filtered && items.size >= limit && `the last ${items.size.toLocaleString()} events searched`;
		setText(note, [looked, left && many(left, 'event') + ' left out: too many to show'].filter(Boolean).join('; '));
	};
	const add = list => {
		for (const item of list) items.set(item[key], item);
		if (items.size > 2 * limit) [...items.keys()].sort((a, b) => a - b).slice(0, -limit).forEach(id => items.delete(id));
		draw();
	};
	const node = section(title, table('table.stack', columns, [], body), none);
	node.firstChild.append(note);
	root.append(node);
	let loaded = false;
	let left = 0;
	const load = () => get(path, {...params, limit}).then(data => { loaded = true; add(data[topic]); }, error => refill(none, error.message));
	load();
	const offs = [on(topic, data => { left = data.left_out; add(data[topic]); }), on('back', () => loaded || load())];
	return () => offs.forEach(off => off());
}

const row = ({at, kind, task, title, by, agent, session, swarm, note = ''}) => [
	ago(at), status(colour(kind), kind.replace('_', ' ')), task ? taskLink(task, title) : h('span.dim', 'the whole swarm'),
	by?.kind === 'person' ? 'you' : agent && h('span', {title: agent}, agent), sessionLink(session, href('agents', {session})), swarm, firstLine(note, 120),
];

function matches(event, q) {
	const {agent} = parse(q);
	const search = words(q).filter(word => !word.startsWith('agent:')).join(' ').toLowerCase();
	const text = [event.kind.replace('_', ' '), '#' + event.task, event.title, event.agent, event.session, event.swarm, event.note].join(' ').toLowerCase();
	return (!agent || event.agent === agent) && text.includes(search);
}

export const show = (root, params) => feed(root, {
	title: 'Task events', topic: 'events', path: '/v1/events/latest', params: {project: params.project}, key: 'id', row,
	columns: ['When', 'What', 'Task.cut', 'Agent', 'Session.dim', 'Swarm.dim', 'Note.dim.cut'],
	fits: event => inScope(event) && matches(event, params.q), filtered: params.q || params.swarm,
	empty: 'Nothing has happened yet. What agents and you do with tasks will be listed here.',
});
