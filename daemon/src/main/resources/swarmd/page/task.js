// One task: everything about it, its history, and what can be done.
import {h, $, button, refill, status, colour, ago, lease, copyable, base, span, waits, same, redraw, holder} from './dom.js';
import {get} from './api.js';
import {on} from './live.js';
import {taskHref, href, token} from './router.js';
import {allowed, retry, release, cancel, reopen, editTask, sooner, later, closeTask} from './actions.js';

const side = $('side');
let open = null;
let known = null;

export const edit = () => known && editTask(known.task);

const LONG = 600;

// A long text is cut; a click shows all of it
function text(value, bad) {
	const isLong = value.length > LONG;
	const node = h(bad ? 'div.textblock.bad' : 'div.textblock', {tabindex: 0}, isLong ? value.slice(0, LONG) + '…' : value);
	const showAll = ({target}) => { node.textContent = value; target.remove(); };
	return [node, isLong && button(`Show all ${value.length.toLocaleString()} characters`, showAll, '.small.plain')];
}

const titled = (title, value, bad) => value && [h('h3', title), text(value, bad)];

function moment({kind, by, agent, at, note}, i, all) {
	const pause = i && at - all[i - 1].at;
	return h('li.line.' + colour(kind), h('b', kind), by?.kind === 'person' ? ' by you' : agent && ' by ' + agent, ago(at, ' ago'),
		pause > 1000 && h('span.dim', ' · after ' + span(pause)), note && text(note, kind === 'failed'));
}

function actions(task) {
	const may = allowed(task);
	const ids = [task.id];
	return h('div.acts', may.retry && button('Retry', () => retry(ids), '.main'), may.reopen && button('Reopen', () => reopen(ids), '.main'),
		button('Edit', () => editTask(task)), may.release && button('Release', () => release(ids)),
		may.cancel && [button('Sooner', () => sooner([task])), button('Later', () => later([task])), button('Cancel task', () => cancel(ids), '.danger')]);
}

function draw({task, history, waits_for: why}) {
	const facts = [];
	const fact = (name, ...value) => facts.push(h('dt', name), h('dd', ...value));
	const {project, swarm, agent, session, finished_at: end, claimed_at: start} = task;
	fact('Swarm', h('a', {href: href('board', {project, swarm}), title: project}, base(project), ' / ', swarm), h('div.dim.mono', project));
	const tasksOf = (tag, name, value) => h(tag, {href: href('board', {q: token(name, value)})}, value);
	if (agent) fact(task.status === 'claimed' ? 'Held by' : 'Agent', tasksOf('a', 'agent', agent), holder(task).slice(agent.length), ' ', task.lease && lease(task));
	if (session) fact('Session', h('a.mono', {href: href('agents', {session})}, session));
	if (why) fact('Waits for', h('span.blocked', waits(why)));
	if (task.depends_on.length) fact('Depends on', task.depends_on.map((id, i) => [i > 0 && ', ', h('a', {href: taskHref(id)}, '#' + id)]));
	fact('Priority', `${task.priority}, wave ${task.wave}`);
	fact('Attempts', `${task.attempts} of ${task.max_attempts}`);
	if (task.tags?.length) fact('Tags', task.tags.map(tag => [tasksOf('a.chip', 'tag', tag), ' ']));
	if (task.files.length) fact('Files', task.files.map(file => h('div.mono', file)));
	fact('Added', ago(task.created_at, ' ago'));
	if (end) fact('Finished', ago(end, ' ago'), start && h('span.dim', ` after ${span(end - start)} of work`));
	const scroll = side.scrollTop;
	refill(side, h('div.head', status(task.status), copyable('#' + task.id), h('span.grow'), close()),
		h('h2', task.title), actions(task), titled('Error', task.error, true), titled('Result', task.result),
		h('dl', facts), titled('Description', task.description), h('h3', 'History'), h('ol', history.map(moment)));
	side.scrollTop = scroll;
}

const close = () => button('✕', closeTask, '', {'aria-label': 'Close'});

let wait = null;

async function load(id) {
	try {
		const found = await get('/v1/tasks/' + id);
		if (open !== id || same(known, found)) return;
		known = found;
		redraw(side, () => draw(found));
	} catch (error) {
		if (open !== id) return;
		known = null;
		refill(side, h('div.head', h('span.grow'), close()), h('p.failed', error.message));
	}
}

export function show(id) {
	if (!id) {
		open = known = null;
		side.hidden = true;
	} else if (id !== open) {
		open = id;
		known = null;
		side.hidden = false;
		refill(side, h('p.dim', 'Loading …'));
		side.focus();
		load(id);
	}
}

const again = () => {
	wait ??= setTimeout(() => {
		wait = null;
		if (open) load(open);
	}, 300);
};
on('tasks', ({tasks, many}) => {
	if (open && (many || tasks.some(task => task.id === open || known?.task.depends_on.includes(task.id)))) again();
});
on('back', () => open && !known && load(open));
on('status', status => {
	const held = status.claims.find(task => task.id === open);
	if (held && known && held.lease?.expires_at !== known.task.lease?.expires_at) again();
});
