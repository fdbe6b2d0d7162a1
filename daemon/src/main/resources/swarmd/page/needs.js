// What needs the person, how far the swarms are, and who works.
import {h, button, keyed, refill, list, ago, lease, status, STATUSES, total, meter, base, many} from './dom.js';
import {world, on} from './live.js';
import {inScope, taskHref, taskLink, href, counted, needed} from './router.js';
import {retry, cancel, pause} from './actions.js';

const NAMES = {ending_lease: 'lease ends', untrusted_hooks: 'hooks'};
const STATES = {open: 'claimed', complete: 'done', stuck: 'failed', paused: 'blocked'};
const URGENT = ['permission', 'failed_task', 'stuck_swarm', 'disk'];

function need(row, {kind, text, command, task, session, since}) {
	const acts = [
		task && kind === 'failed_task' && [button('Retry', () => retry([task]), '.small'), button('Cancel', () => cancel([task]), '.small.danger')],
		session && h('a.a', {href: href('agents', {session})}, 'Agent'),
	].filter(Boolean);
	refill(row, h(URGENT.includes(kind) ? 'b.failed' : 'b.blocked', NAMES[kind] ?? kind.split('_')[0]),
		task ? h('a.row.what', {href: taskHref(task)}, h('span.t', text)) : h('span.row.what', {tabindex: -1}, text),
		since ? ago(since) : h('span'), h('span.acts', acts), !acts.length && command && h('code.how', command));
}

function swarm(row, {project, swarm, paused, state, ...counts}) {
	const count = name => counts[name];
	const shown = paused ? 'paused' : state;
	const link = (status, ...inside) => h('a', {href: href('board', {project, swarm, q: status && 'status:' + status})}, inside);
	refill(row,
		h('span', link('', h('b.t', {title: project}, base(project)), swarm !== 'default' && ' / ' + swarm), ' ', status(STATES[shown], shown)),
		meter(count, {role: 'img', 'aria-label': `${counts.done} of ${total(count)} done`}),
		h('span.counts', STATUSES.filter(count).map(name => link(name, status(name, `${count(name)} ${name}`)))),
		state === 'complete' ? h('span') : button(paused ? 'Resume' : 'Pause', () => pause({project, swarm}, !paused), '.small'));
}

function work(row, task) {
	refill(row, h('span.nw', {title: task.agent}, task.agent), taskLink(task.id, task.title), lease(task));
}

export function show(root) {
	const [needs, good] = list(root, 'Needs you', {'aria-live': 'polite'});
	const [swarms, none] = list(root, 'Swarms');
	const [claims, idle] = list(root, 'At work');
	const draw = () => {
		const now = world.status;
		if (!now) return;
		const listed = needed();
		keyed(needs, listed, (item, i) => [item.kind, item.task ?? item.session ?? item.project ?? item.command ?? i].join(' '), () => h('li.need'), need);
		refill(good, !listed.length && h('span.good.done', 'Nothing needs you. Permission prompts, failed tasks and stuck swarms would be here.'));
		const order = {stuck: 0, open: 1, complete: 2};
		const own = now.swarms.filter(inScope).sort((a, b) => order[a.state] - order[b.state]);
		keyed(swarms, own, each => each.project + '\0' + each.swarm, () => h('li.swarm'), swarm);
		refill(none, !own.length && ['There are no tasks yet. Add one here, or with ', h('code', 'swarm task add "write the parser"'), '.']);
		const held = now.claims.filter(inScope);
		keyed(claims, held, each => each.id, () => h('li.work'), work);
		const others = counted('claimed') - held.length;
		refill(idle, held.length ? others > 0 && 'and ' + many(others, 'more task')
			: ['No agent holds a task. An agent takes one with ', h('code', 'swarm task claim'), '.']);
	};
	draw();
	return on('status', draw);
}
