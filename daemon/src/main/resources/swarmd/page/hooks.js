// Hook events: how long they take, what was decided and by whom.
import {h, s, refill, section, ago, status, micros, firstLine, shortId} from './dom.js';
import {get} from './api.js';
import {inScope, filter, here} from './router.js';
import {feed, table, sessionLink} from './events.js';

const OFTEN = 15000;
const MINUTE = 60000;
const COLOURS = ['claimed', 'blocked', 'done', 'failed', 'pending'];
const DECIDED = {deny: 'failed', allow: 'done', ask: 'blocked'};
const howToGet = () => [h('code', 'swarm install claude'), ' lets a host send them.'];

function chart(types, width) {
	const [height, left, bottom] = [180, 56, 22];
	const last = Math.floor(Date.now() / MINUTE);
	const slowest = Math.max(1000, ...types.flatMap(type => type.minutes.map(each => each.p99_us)));
	const top = Math.log10(slowest * 1.3);
	const low = 2;
	const x = at => left + ((Math.floor(at / MINUTE) - last + 60) / 60) * (width - left - 8);
	const y = value => 8 + (1 - (Math.log10(Math.max(100, value)) - low) / (top - low)) * (height - bottom - 8);
	const path = (minutes, field) => minutes.map((each, i) => {
		const at = x(each.at).toFixed(1) + ' ' + y(each[field]).toFixed(1);
		return i && each.at - minutes[i - 1].at <= 5 * MINUTE ? 'L' + at : 'M' + at + 'h.01';
	}).join('');
	const grid = [1e2, 1e3, 1e4, 1e5, 1e6].filter(value => value < slowest * 1.3);
	return s('svg.chart', {width, height, role: 'img', 'aria-label': 'Hook latency over the last hour; the table below has the numbers'},
		grid.map(value => [s('line', {x1: left, x2: width, y1: y(value), y2: y(value)}),
			s('text', {x: left - 8, y: y(value) + 4, 'text-anchor': 'end'}, micros(value))]),
		[60, 45, 30, 15, 0].map(ago => s('text', {x: x((last - ago) * MINUTE), y: height - 6,
			'text-anchor': ago === 60 ? 'start' : ago ? 'middle' : 'end'}, ago ? `-${ago} min` : 'now')),
		types.map(({minutes}, i) => s('g.' + COLOURS[i], s('path', {d: path(minutes, 'p50_us')}), s('path.hi', {d: path(minutes, 'p99_us')}))));
}

function latency(box, types) {
	types.sort((a, b) => b.count - a.count);
	const drawn = types.slice(0, COLOURS.length);
	refill(box, types.length ? h('div.cols2',
		h('div', chart(drawn, innerWidth > 1000 ? box.clientWidth / 2 - 20 : box.clientWidth),
			h('p.legend', 'line p50, dashed p99', drawn.map(({type}, i) => h('span.' + COLOURS[i], h('span.key'), type)))),
		table('table', ['Event', 'Count.r', 'p50.r', 'p99.r', 'Errors.r'], types.map(({type, count, p50_us: p50, p99_us: p99, errors}) =>
			[h('a', {href: here({type})}, type), count, micros(p50), micros(p99), errors && h('span.failed', errors)])))
		: h('p.empty', 'No hook events in the last hour. ', howToGet()));
}

function row({at, type, decision, handler, duration_us: took, host, session, error, note = ''}) {
	const decided = decision ? status(DECIDED[decision], decision) : h('span.dim', '–');
	return [ago(at), type, error ? status('failed', 'error') : decided, handler, micros(took), host,
		sessionLink(session, here({session})), firstLine(error ?? note, 160)];
}

async function own(box, project) {
	const {user_hooks: hooks, hooks: events} = await get('/v1/hooks/config', {project});
	const on = new Set(events.flatMap(event => event.handlers).filter(handler => handler.on).map(handler => handler.name));
	refill(box, hooks.length ? table('table.stack', ['Event', 'Name', 'State', 'From.dim', 'Runs.cut'], hooks.map(hook =>
		[hook.event, hook.name, status(hook.state === 'on' ? 'done' : 'blocked', hook.state), hook.origin, h('code', hook.runs)]))
		: h('p.empty', 'You have no hooks of your own. They go into ', h('code', '.swarmd/settings.json'), '.'),
		h('p.empty', `${on.size} built-in hooks are on. `, h('code', 'swarm hooks list'), ' describes them.'));
}

export function show(root, {project, session, type}) {
	const speed = h('div');
	const mine = h('div');
	root.append(h('div.filters', session && filter('session ' + shortId(session), {session: null}), type && filter('type ' + type, {type: null}),
		!session && !type && h('span.dim', 'Choose an event or a session to filter.')), section('Latency, last hour', speed));
	const stop = feed(root, {
		title: 'Hook events', topic: 'hooks', path: '/v1/hooks/events', params: {project, session, type}, key: 'hook_id', row,
		columns: ['When', 'Event', 'Decision', 'Decided by', 'Took.r', 'Host.dim', 'Session.dim', 'Note.dim.cut'],
		fits: hook => inScope({project: hook.project}) && (!session || hook.session === session) && (!type || hook.type === type),
		empty: ['No hook events. ', howToGet()],
	});
	root.append(section('Your own hooks', mine));
	const failed = box => error => refill(box, h('p.empty', error.message));
	const measure = () => get('/v1/hooks/latency', {project, minutes: 60}).then(({types}) => latency(speed, types)).catch(failed(speed));
	measure();
	own(mine, project).catch(failed(mine));
	const timer = setInterval(() => !document.hidden && measure(), OFTEN);
	return () => { stop(); clearInterval(timer); };
}
