// Dependencies by depth, waves as bands, the longest unfinished chain marked.
import {h, s, button, refill, setText, firstLine, many, status, SIGN, STATUSES} from './dom.js';
import {get} from './api.js';
import {on, world} from './live.js';
import {inScope, taskHref, parse, counted} from './router.js';

const MOST = 500;
const [WIDE, HIGH, GAP_X, GAP_Y, HEAD] = [196, 26, 56, 10, 28];
const settled = task => task.status === 'done' || task.status === 'cancelled';

const name = task => firstLine(`#${task.id} ${task.title}`, 24);

// The newest tasks; a page of long texts may be short
async function newest(params, limit, offset = 0) {
	const {tasks} = limit ? await get('/v1/tasks', {...params, brief: true, limit, offset, reverse: true}) : {tasks: []};
	return tasks.length ? [...tasks, ...await newest(params, limit - tasks.length, offset + tasks.length)] : tasks;
}

// The unfinished tasks, then the others, and what to say about them
async function load({project, swarm, q}) {
	const params = {project, swarm, ...parse(q)};
	const open = await newest({status: 'pending,blocked,claimed,failed', ...params}, MOST + 1);
	const found = params.status ? open : [...open, ...await newest({...params, status: 'done,cancelled'}, MOST + 1 - open.length)];
	const tasks = found.slice(0, MOST).sort((a, b) => a.id - b.id);
	let note = many(tasks.length, 'task');
	if (found.length > MOST) {
		const all = !q && world.status ? STATUSES.reduce((sum, name) => sum + counted(name), 0) - MOST : 0;
		note += `; ${all > 0 ? all.toLocaleString() + ' ' : ''}older ones are left out` + (open.length > MOST ? '' : ', all done or cancelled');
	}
	return {tasks, note};
}

// Each task right of what it depends on, and each wave right of the one before
function layout(tasks) {
	const byId = new Map(tasks.map(task => [task.id, {task, depth: 0}]));
	for (const node of byId.values()) node.deps = node.task.depends_on.map(id => byId.get(id)).filter(Boolean);
	const group = node => node.task.project + '\0' + node.task.swarm;
	const seen = new Set();
	const ordered = [];
	const visit = node => {
		if (seen.has(node)) return;
		seen.add(node);
		node.deps.forEach(visit);
		ordered.push(node);
	};
	[...byId.values()].sort((a, b) => a.task.wave - b.task.wave).forEach(visit);
	const waves = [...new Set(ordered.map(node => node.task.wave))].sort((a, b) => a - b);
	const one = new Set(ordered.map(group)).size === 1;
	let floor = 0;
	for (const wave of waves) {
		const own = ordered.filter(node => node.task.wave === wave);
		for (const node of own) node.depth = Math.max(one ? floor : 0, ...node.deps.map(dep => dep.depth + 1));
		floor = Math.max(floor, ...own.map(node => node.depth + 1));
	}
	for (const node of ordered) node.chain = settled(node.task) ? 0 : 1 + Math.max(0, ...node.deps.map(dep => dep.chain));
	const critical = new Set();
	let at = ordered.reduce((best, node) => (node.chain > (best?.chain ?? 1) ? node : best), null);
	for (; at; at = at.deps.filter(dep => dep.chain).sort((a, b) => b.chain - a.chain)[0]) critical.add(at);
	const layers = [];
	for (const node of ordered) (layers[node.depth] ??= []).push(node);
	let x = GAP_X / 2;
	const tall = Math.max(12, Math.ceil(Math.sqrt(ordered.length * 2))); // a layer of more tasks gets several columns
	for (const layer of layers.filter(Boolean)) {
		const mean = node => (node.deps.length ? node.deps.reduce((sum, dep) => sum + dep.row, 0) / node.deps.length : Infinity);
		layer.sort((a, b) => mean(a) - mean(b) || group(a).localeCompare(group(b)) || a.task.id - b.task.id);
		layer.forEach((node, i) => {
			node.row = i % tall;
			node.x = x + Math.floor(i / tall) * (WIDE + 12);
			node.y = HEAD + node.row * (HIGH + GAP_Y) + 8;
		});
		x += Math.ceil(layer.length / tall) * (WIDE + 12) - 12 + GAP_X;
	}
	const bands = one && waves.length > 1 ? waves : [];
	return {nodes: ordered, critical, bands, width: x - GAP_X / 2, height: 16 + HIGH + Math.max(...ordered.map(node => node.y))};
}

function draw({nodes, critical, bands, width, height}) {
	const edges = nodes.flatMap(node => node.deps.map(dep => {
		const [x1, y1, x2, y2] = [dep.x + WIDE, dep.y + HIGH / 2, node.x, node.y + HIGH / 2];
		const bend = Math.max(20, (x2 - x1) / 2);
		return s(critical.has(node) && critical.has(dep) ? 'path.crit' : 'path', {d: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`});
	}));
	return s('svg', {role: 'group', viewBox: `0 0 ${width} ${height}`},
		bands.map((wave, i) => {
			const places = nodes.filter(node => node.task.wave === wave).map(node => node.x);
			const [from, to] = [Math.min(...places), Math.max(...places) + WIDE];
			return [i % 2 === 0 && s('rect.band', {x: from - GAP_X / 2, y: 0, width: to - from + GAP_X, height}),
				s('text.bandname', {x: from, y: 18}, 'wave ' + wave)];
		}), edges,
		nodes.map(node => {
			const {task: {id, title, status, agent, depends_on: deps}, x, y} = node;
			const needs = deps.length ? ', depends on ' + deps.join(', ') : '';
			return s(`a.row.node.${status}${critical.has(node) ? '.crit' : ''}`, {href: taskHref(id),
				'aria-label': `${SIGN[status]} ${name(node.task)}: ${status}, ${firstLine(title)}${needs}`},
			s('title', `#${id} ${title} (${status}${agent ? ', ' + agent : ''})`), s('rect', {x, y, width: WIDE, height: HIGH, rx: 5}),
			s('text.sign', {x: x + 8, y: y + 17}, SIGN[status]), s('text', {x: x + 24, y: y + 17}, name(node.task)));
		}));
}

export function show(root, params) {
	const box = h('div.graph', {tabindex: 0, role: 'region', 'aria-label': 'Dependencies'});
	const note = h('span.dim');
	let scale = 0;
	const zoom = by => {
		const svg = box.querySelector('svg');
		if (!svg) return;
		const {width, height} = svg.viewBox.baseVal;
		scale = by ? Math.max(0.2, Math.min(2, scale * by)) : Math.max(0.6, Math.min(1, (box.clientWidth - 2) / width));
		svg.setAttribute('width', width * scale);
		svg.setAttribute('height', height * scale);
	};
	root.append(h('div.filters', note, h('span.grow'), [['−', 0.8, 'Zoom out'], ['+', 1.25, 'Zoom in'], ['Fit', 0, 'Fit']].map(
		([text, by, label]) => button(text, () => zoom(by), '', {'aria-label': label}))), box,
	h('p.legend', STATUSES.map(name => status(name)), h('span.failed', h('span.key'), 'longest unfinished chain')));
	let shown = null;
	const refresh = async () => {
		try {
			const {tasks, note: text} = await load(params);
			setText(note, text);
			const next = JSON.stringify(tasks.map(task => [task.id, task.status, task.title, task.depends_on, task.wave, task.agent]));
			if (next === shown) return;
			shown = next;
			if (!tasks.length) {
				refill(box, h('p.empty', 'No tasks. ', h('code', 'swarm task add "write the tests"'), ' adds one.'));
				return;
			}
			const focused = document.activeElement?.getAttribute('href');
			refill(box, draw(layout(tasks)));
			zoom(scale ? 1 : 0);
			if (focused) box.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus();
		} catch (error) {
			shown = null;
			refill(box, h('p.empty', error.message));
		}
	};
	let due = null;
	const soon = ({tasks, many: all}) => {
		if (all || tasks.some(inScope)) due ??= setTimeout(() => { due = null; refresh(); }, 1000 + Math.random() * 1000);
	};
	refresh();
	const offs = [on('tasks', soon), on('back', () => shown === null && refresh())];
	return () => { offs.forEach(off => off()); clearTimeout(due); };
}
