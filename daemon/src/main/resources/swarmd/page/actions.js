// What a person can do to tasks; each says what it did, with an undo where possible.
import {h, $, button, refill, many, same, redraw} from './dom.js';
import {post, patch, remove} from './api.js';
import {world, on} from './live.js';
import {place, here, go} from './router.js';

function toast(text, undo, bad) {
	const close = () => node.remove();
	const node = h(bad ? 'div.toast.bad' : 'div.toast', h('span', text),
		undo && button('Undo', () => { close(); undo(); }), button('✕', close, '', {'aria-label': 'Close'}));
	$('toasts').append(node);
	while ($('toasts').children.length > 3) $('toasts').firstChild.remove();
	setTimeout(close, bad ? 15000 : 8000);
}

const warn = text => toast(text, null, true);

const attempt = (work, done, undo) => work.then(() => toast(done, undo), error => warn(error.message));

// Sends a step for each task; reports the ones that went well and the first that did not
async function each(ids, done, step, undo, refused = warn) {
	const ok = [];
	const failures = [];
	for (const id of ids) await step(id).then(() => ok.push(id), error => failures.push(error.message));
	if (ok.length) toast(`${ok.length === 1 ? 'Task ' + ok : ok.length + ' tasks'} ${done}`, undo && (() => undo(ok)));
	if (failures.length) refused(failures[0] + (failures.length > 1 ? ` (${failures.length} refused)` : ''));
	return ok;
}

const step = (name, body) => id => post(`/v1/tasks/${id}/${name}`, body);

export const retry = ids => each(ids, 'can be claimed again', step('retry'));
export const release = ids => each(ids, 'released: another agent can claim it', step('release', {force: true}));
export const reopen = ids => each(ids, 'reopened', step('reopen'), cancelNow);
const cancelNow = ids => each(ids, 'cancelled', step('cancel'), reopen);
export const cancel = async ids => {
	if (ids.length === 1 || await sure(ids.length)) await cancelNow(ids);
};

// Changes fields of tasks; undo puts the previous values back
function change(tasks, fields, said, refused) {
	const byId = new Map(tasks.map(task => [task.id, task]));
	const send = values => id => patch('/v1/tasks/' + id, values(byId.get(id)));
	const before = task => Object.fromEntries(Object.keys(fields(task)).map(name => [name, task[name] ?? '']));
	return each([...byId.keys()], said, send(fields), ok => each(ok, 'changed back', send(before)), refused);
}

const prioritise = (tasks, by, said) => change(tasks, task => ({priority: task.priority + by}), said);
export const sooner = tasks => prioritise(tasks, -1, 'moved forward');
export const later = tasks => prioritise(tasks, 1, 'moved back');

export const endMode = ({mode, project, session}) =>
	attempt(remove('/v1/modes/' + mode, {project, session}), mode + ' ended: the session may stop when it likes');

export const pause = ({swarm, project}, on) =>
	attempt(post(`/v1/swarms/${encodeURIComponent(swarm)}/${on ? 'pause' : 'resume'}`, {project}),
		`Swarm ${swarm} ${on ? 'is paused: nobody gets its tasks' : 'goes on'}`, () => pause({swarm, project}, !on));

// Which steps the task model allows now
export const allowed = task => ({
	retry: task.status === 'failed',
	release: task.status === 'claimed',
	cancel: !['done', 'cancelled'].includes(task.status),
	reopen: task.status === 'cancelled',
});

function dialog(title, ...body) {
	const node = h('dialog', {'aria-label': title, onclose: () => node.remove()}, h('h2', title), body);
	document.body.append(node);
	node.showModal();
	return node;
}

const sure = count => new Promise(resolve => {
	const node = dialog(`Cancel ${count} tasks?`, h('p.dim', 'Tasks that wait for them may start. You can reopen them.'), h('div.acts',
		button('Cancel tasks', () => { resolve(true); node.close(); }, '.danger'), button('Keep them', () => node.close())));
	node.addEventListener('close', () => resolve(false));
});

const KEYS = {
	'/': 'search', 'j k': 'next, previous', enter: 'open', esc: 'close', x: 'select', n: 'add a task', e: 'edit the open task',
	'g n': 'needs you', 'g b': 'board', 'g a': 'agents', 'g d': 'dependencies', 'g h': 'hooks', 'g e': 'events', '?': 'this help',
};

export function showKeys() {
	const node = dialog('Keyboard',
		h('div.keys', Object.entries(KEYS).map(([keys, what]) => [h('span', keys.split(' ').map(key => [h('kbd', key), ' '])), h('span', what)])),
		h('div.acts', button('Close', () => node.close())));
}

const LISTS = ['depends_on', 'tags', 'files'];

export function editTask(task) {
	const {swarms = [], sessions = []} = world.status ?? {};
	const projects = [...new Set([...swarms, ...sessions].map(each => each.project))];
	const {project = projects[0], swarm} = place.params;
	const start = task ?? {priority: 0, wave: 0};
	const inputs = {};
	const field = (name, label, props, tag = 'input') =>
		h('label.field', h('span', label), (inputs[name] = h(tag, {value: [start[name] ?? ''].flat().join(', '), autocomplete: 'off', ...props})));
	const read = name => {
		const {value, type} = inputs[name];
		if (!LISTS.includes(name)) return type === 'number' ? Number(value) : value;
		const words = value.split(',').map(word => word.trim()).filter(Boolean);
		return name === 'depends_on' ? words.map(word => Number(word.replace('#', ''))) : words;
	};
	const error = h('p.error', {role: 'alert'});
	const refused = text => (error.textContent = text);
	const submit = h('button.main', task ? 'Save' : 'Add task');
	const form = h('form',
		field('title', 'Title', {required: true, maxlength: 1000, autofocus: true}),
		field('description', 'Description', {}, 'textarea'),
		!task && h('div.two', field('project', 'Project folder', {list: 'projects', required: true, value: project}),
			field('swarm', 'Swarm', {value: swarm, placeholder: 'default'}),
			h('datalist', {id: 'projects'}, projects.map(path => h('option', {value: path})))),
		h('div.two', field('priority', 'Priority (lower goes first)', {type: 'number'}), field('wave', 'Wave', {type: 'number', min: 0}),
			field('depends_on', 'Depends on tasks', {placeholder: '3, 4'}), field('tags', 'Tags', {placeholder: 'db, docs'})),
		field('files', 'Files it owns', {placeholder: 'src/parse/**'}), error,
		h('div.acts', submit, button('Cancel', () => node.close())));
	form.onsubmit = async event => {
		event.preventDefault();
		submit.disabled = true; // a second click adds no second task
		const old = name => start[name] ?? (LISTS.includes(name) ? [] : '');
		const changed = Object.fromEntries(Object.keys(inputs).map(name => [name, read(name)]).filter(([name, value]) => !same(value, old(name))));
		if (task) {
			if (!Object.keys(changed).length || (await change([task], () => changed, 'changed', refused)).length) node.close();
		} else {
			await post('/v1/tasks', changed).then(({tasks: [{id}]}) => {
				toast(`Task ${id} added`, () => cancelNow([id]));
				node.close();
			}, failure => refused(failure.message));
		}
		submit.disabled = false;
	};
	const node = dialog(task ? 'Edit task ' + task.id : 'Add a task', form);
}

export const picked = new Map();

export function pick(task, isOn) {
	if (isOn) picked.set(task.id, task);
	else picked.delete(task.id);
	const card = document.querySelector(`[data-id="${task.id}"]`);
	card?.fill(card.task);
	showPicked();
}

export const drop = () => [...picked.values()].forEach(task => pick(task, false));

// Keeps up with a task that is selected
export function keep(task) {
	if (!picked.has(task.id) || same(picked.get(task.id), task)) return;
	picked.set(task.id, task);
	redraw($('bulk'), showPicked);
}
on('tasks', ({tasks}) => tasks.forEach(keep));

function showPicked() {
	const tasks = [...picked.values()];
	document.body.classList.toggle('picking', tasks.length > 0);
	$('bulk').hidden = !tasks.length;
	const all = (label, run, kind) => button(label, async () => { await run(); drop(); }, kind);
	const some = (label, run, kind) => {
		const ids = tasks.filter(task => allowed(task)[label.toLowerCase()]).map(task => task.id);
		return ids.length > 0 && all(ids.length < tasks.length ? `${label} ${ids.length}` : label, () => run(ids), kind);
	};
	refill($('bulk'), h('b', many(tasks.length, 'task')), some('Retry', retry), some('Release', release), some('Reopen', reopen),
		all('Sooner', () => sooner(tasks)), all('Later', () => later(tasks)), some('Cancel', cancel, '.danger'), button('Clear', drop, '.plain'));
	const height = $('bulk').offsetHeight;
	$('toasts').style.marginBottom = height && height + 8 + 'px'; // toasts go above the bar
}

export const closeTask = () => go(here({task: null}));
