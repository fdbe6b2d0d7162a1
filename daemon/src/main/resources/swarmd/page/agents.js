// Sessions, their subagents, agents that hold tasks without a session, and the messages between them.
import {h, button, keyed, refill, list, section, ago, lease, firstLine, copyable, shortId, base, many, now, holder} from './dom.js';
import {get} from './api.js';
import {table} from './events.js';
import {world, on} from './live.js';
import {inScope, taskLink, filter, href} from './router.js';
import {endMode} from './actions.js';

const QUIET = 15 * 60000;

const DOING = {permission: ['failed', 'waits for your permission'], tool: ['done', 'runs'], turn: ['done', 'works']};

function doing({activity: {kind, tool, detail, since}, last_seen: seen}) {
	const [colour, text] = DOING[kind] ?? (now() - seen > QUIET ? ['blocked', 'silent'] : ['dim', 'idle']);
	return [colour, h(kind === 'permission' ? 'span.failed' : 'span.dim', text,
		tool && [' ', h('b', tool), ' ', detail && h('code', firstLine(detail, 100))], since && [' for ', ago(since)])];
}

// "12 files edited: src/a.java, src/b.java and more"
function edited({files, latest_files: latest}, project) {
	const inside = path => (path.startsWith(project + '/') ? path.slice(project.length + 1) : path);
	return `${many(files, 'file')} edited: ${latest.map(inside).join(', ')}${files > latest.length ? ' and more' : ''}`;
}

const facts = (...list) => h('div.facts', list.flat().filter(Boolean).map(fact => (fact.nodeType ? fact : h('span', fact))));

function mode(item) {
	const {iteration, max_iterations: iterations, cycle, max_cycles: cycles, phase, swarm} = item.state;
	return facts(h('span.chip', item.mode), `held ${item.holds} of ${item.max_holds}`,
		iteration != null && `iteration ${iteration} of ${iterations}`, cycle != null && `cycle ${cycle} of ${cycles}`,
		phase && 'phase ' + phase, swarm && 'swarm ' + swarm, item.stale && 'stale',
		h('span', 'for ', ago(item.started_at)), button('End ' + item.mode, () => endMode(item), '.small'));
}

// A session, a subagent of it, or an agent without a session
function lines(item, name, project) {
	const [colour, words] = doing(item);
	return [
		h('div.top', h('span.dot.' + colour), name, item.host && h('span', item.host), words, item.id && copyable(item.id)),
		facts(item.last_seen && h('span', 'last sign of life ', ago(item.last_seen, ' ago')),
			item.project && h('span', {title: project}, base(project)), item.files && edited(item, project),
			item.host && [`${item.hook_events} hooks/min`, h('a.a', {href: href('hooks', {session: item.id})}, 'its hooks')]),
		item.modes?.map(mode),
		h('ul', item.tasks.map(task => h('li.work', h('span.dim', 'holds'), taskLink(task.id, task.title), lease(task)))),
	];
}

const agent = (row, item) => refill(row, lines(item, h('b.row', {tabindex: -1}, item.name), item.project),
	item.subagents.map(sub => h('div.sub', lines(sub, h('span', sub.type ?? 'subagent'), item.project))));

const MAIL = ['Sent', 'From', 'To', 'State.dim', 'Text.cut'];
const message = ({sent_at: at, from, to, state, text}) => [
	ago(at), holder({agent: from.name ?? from.kind, workstation: from.workstation}), holder(to), state, h('span', {title: text}, firstLine(text, 120)),
];

export function show(root, params) {
	root.append(h('div.filters', params.session && filter('session ' + shortId(params.session), {session: null})));
	const [sessions, none] = list(root, 'Sessions and agents');
	const mail = h('div');
	root.append(mail);
	let asked = 0;
	const draw = () => {
		const status = world.status;
		if (!status) return;
		if (Date.now() - asked > 5000) {
			asked = Date.now();
			get('/v1/messages', {project: params.project}).then(({messages}) => refill(mail,
				messages.length > 0 && section('Messages', table('table.stack', MAIL, messages.reverse().map(message)))), () => {}); // the page says that it is not connected
		}
		const left = new Set(status.claims.filter(inScope));
		const take = test => [...left].filter(test).map(task => (left.delete(task), task));
		const rows = status.sessions.filter(each => inScope(each) && (!params.session || each.id === params.session)).map(each => {
			const own = item => item.session === each.id;
			const subagents = each.subagents.map(sub => ({...sub, tasks: take(task => own(task) && task.agent?.includes(sub.id.slice(0, 8)))}));
			const modes = status.modes.filter(mode => own(mode) && mode.project === each.project);
			return {...each, name: each.agent, subagents, tasks: take(own), modes};
		});
		const alone = new Map();
		if (!params.session) for (const task of left) alone.set(holder(task), [...(alone.get(holder(task)) ?? []), task]);
		for (const [agent, tasks] of alone) rows.push({name: agent, project: tasks[0].project, tasks, subagents: [], activity: {kind: 'turn'}});
		const urgent = row => ['permission', 'tool', 'turn', 'idle'].indexOf(row.activity.kind);
		rows.sort((a, b) => urgent(a) - urgent(b) || (b.started_at ?? 0) - (a.started_at ?? 0));
		keyed(sessions, rows, row => row.project + ' ' + (row.id ?? row.name), () => h('li.agent'), agent);
		refill(none, !rows.length && (params.session ? 'This session is over or has been silent for two hours.'
			: ['No session has been seen in the last two hours. ', h('code', 'swarm install claude'), ' lets Claude Code report to swarmd.']));
	};
	draw();
	return on('status', draw);
}
