import {$, h, refill, setText, span, tickAll, total, meter, base} from './dom.js';
import {signIn} from './api.js';
import {link, world, on, start} from './live.js';
import {place, read, go, href, here, onMove, needed, counted} from './router.js';
import {editTask, showKeys, closeTask, drop, picked} from './actions.js';
import * as needs from './needs.js';
import * as board from './board.js';
import * as agents from './agents.js';
import * as graph from './graph.js';
import * as hooks from './hooks.js';
import * as events from './events.js';
import * as task from './task.js';

// The name of each view, its module, and its key after g.
const VIEWS = {
	'': ['Needs you', needs, 'n'],
	board: ['Board', board, 'b'],
	agents: ['Agents', agents, 'a'],
	graph: ['Graph', graph, 'd'],
	hooks: ['Hooks', hooks, 'h'],
	events: ['Events', events, 'e'],
};

let mounted = null;
let scoped = null;
let running = false;
let leave = () => {};
let opener = null;

function show() {
	if (!Object.hasOwn(VIEWS, place.view)) return go(href(''), true);
	const [name, view] = VIEWS[place.view];
	const {task: openTask, ...params} = place.params;
	const wanted = JSON.stringify([place.view, params]);
	const scope = JSON.stringify([params.project, params.swarm]);
	if (scope !== scoped) drop();
	scoped = scope;
	if (wanted !== mounted) {
		leave();
		mounted = wanted;
		$('main').replaceChildren(h('h2.vh', name));
		leave = view.show($('main'), params);
		window.scrollTo(0, 0);
	}
	if (openTask && !opener) opener = document.activeElement;
	task.show(openTask && Number(openTask));
	if (!openTask && opener) {
		opener.focus();
		opener = null;
	}
	if (document.activeElement !== $('q')) $('q').value = place.params.q ?? '';
	tabs();
	scopes();
}

function tabs() {
	const count = needed().length;
	refill($('tabs'), Object.entries(VIEWS).map(([view, [name]]) =>
		h('a', {href: href(view, view === 'board' && {q: place.params.q}), 'aria-current': view === place.view && 'page'}, name,
			!view && world.status && h(count ? 'span.badge.hot' : 'span.badge', count))));
	document.title = (count ? `(${count}) ` : '') + (place.view ? VIEWS[place.view][0] + ' · ' : '') + 'swarmd';
}

function scopes() {
	const swarms = world.status?.swarms ?? [];
	const key = (project, swarm) => JSON.stringify([project ?? '', swarm ?? '']);
	const projects = [...new Set([place.params.project, ...swarms.map(each => each.project)].filter(Boolean))];
	const text = JSON.stringify([projects, swarms.map(each => [each.project, each.swarm])]);
	const select = $('scope');
	if (select.shown !== text) {
		select.shown = text;
		refill(select, h('option', {value: key()}, 'All projects'), projects.map(project => {
			const own = swarms.filter(each => each.project === project);
			const name = base(project);
			return h('optgroup', {label: name}, h('option', {value: key(project), title: project}, name, own.length > 1 && ` (${own.length} swarms)`),
				own.length > 1 && own.map(({swarm}) => h('option', {value: key(project, swarm)}, `${name} / ${swarm}`)));
		}));
	}
	select.value = key(place.params.project, place.params.swarm);
	if (select.selectedIndex < 0) select.value = key(place.params.project);
}

function summary() {
	const all = total(counted);
	const done = counted('done');
	const count = needed().length;
	refill($('sum'), h('span', h('b', counted('claimed')), ' working'),
		count > 0 && h('span.failed', '· ', h('b', count), count === 1 ? ' needs you' : ' need you'),
		all > 0 && [h('span', '· ', h('b', `${done}/${all}`), ' done'), meter(counted, {'aria-hidden': 'true'}),
			h('span', Math.floor((done / all) * 100) + ' %')]);
}

function connection() {
	const stale = !link.on && world.status != null;
	const {classList} = document.body;
	classList.toggle('lost', stale);
	classList.toggle('out', link.ended);
	$('link').classList.toggle('on', link.on);
	setText($('link'), link.on ? 'live' : 'not connected');
	$('away').hidden = !stale && !link.ended;
	setText($('away'), link.ended ? 'The daemon does not accept this page any more. Run: swarm open'
		: `Not connected for ${span(Date.now() - link.since)}, since ${new Date(link.since).toLocaleTimeString()}. What you see is from then; trying again.`);
}

function step(by) {
	const rows = [...document.querySelectorAll('main .row')].filter(row => row.checkVisibility());
	const at = rows.indexOf(document.activeElement);
	const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + by))];
	next?.focus();
	next?.scrollIntoView({block: 'nearest'});
}

let chord = 0;

const KEYS = {
	'/': () => $('q').focus(), j: () => step(1), k: () => step(-1), g: () => (chord = Date.now()), n: () => editTask(), '?': showKeys,
	e: task.edit, x: () => document.activeElement.closest('[data-id]')?.querySelector('input').click(),
};
const AFTER_G = Object.fromEntries(Object.entries(VIEWS).map(([view, [, , key]]) => [key, () => go(href(view))]));

function press(event) {
	if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
	const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName) && document.activeElement.type !== 'checkbox';
	if (event.key === 'Escape') {
		if (typing) document.activeElement.blur();
		else if (place.params.task) closeTask();
		else if (picked.size) drop();
		else if (place.params.q) go(here({q: null}));
		return;
	}
	if (typing) return;
	const run = (Date.now() - chord < 1500 ? AFTER_G : KEYS)[event.key];
	chord = 0;
	if (run) {
		event.preventDefault();
		run();
	}
}

function run() {
	running = true;
	delete sessionStorage.view;
	onMove(() => { show(); summary(); });
	on('status', () => { tabs(); scopes(); summary(); connection(); });
	on('link', connection);
	window.onkeydown = press;
	setInterval(() => { tickAll(); connection(); }, 1000);
	$('scope').onchange = ({target}) => {
		const [project, swarm] = JSON.parse(target.value);
		go(here({project, swarm, task: null}));
	};
	let typed;
	$('q').oninput = ({target: {value: q}}) => {
		clearTimeout(typed);
		typed = setTimeout(() => {
			const stays = ['board', 'events', 'graph'].includes(place.view);
			go(stays ? here({q}) : href('board', {q}), stays);
		}, 250);
	};
	$('search').onsubmit = event => event.preventDefault();
	$('add').onclick = () => editTask();
	$('keys').onclick = showKeys;
	$('skip').onclick = () => $('main').focus();
	read();
	connection();
	start();
}

function enter() {
	if (!running) run();
	else if (link.ended) start();
}

// `swarm open` puts a code into the address that works once; it does not stay there
function arrive() {
	const code = /^#code=(\w+)/.exec(location.hash)?.[1];
	if (code) history.replaceState(null, '', running ? here() : sessionStorage.view || '#/');
	else if (running) return read();
	else sessionStorage.view = location.hash; // for when it has a key
	signIn(code, enter).catch(({message}) => {
		if (running) return;
		setText($('link'), 'not connected');
		refill($('main'), h('p.empty', message));
	});
}

window.onhashchange = arrive;
arrive();
