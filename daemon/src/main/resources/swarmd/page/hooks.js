// Hook events: how long they take, what was decided and by whom.
import {h, s, refill, section, ago, micros, firstLine, shortId} from './dom.js';
import {get} from './api.js';
import {inScope, here} from './router.js';
import {feed} from './events.js';

const OFTEN = 15000;
const MINUTE = 60000;

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
  const grid = [100, 1000, 10000, 100000, 1000000].filter(value => value < slowest * 1.3);
  return s('svg.chart', {width, height, role: 'img', 'aria-label': 'Hook latency over the last hour; the table below has the numbers'},
    grid.map(value => [s('line.grid', {x1: left, x2: width, y1: y(value), y2: y(value)}), s('text', {x: left - 8, y: y(value) + 4, 'text-anchor': 'end'}, micros(value))]),
    [60, 45, 30, 15, 0].map(ago => s('text', {x: x((last - ago) * MINUTE), y: height - 6, 'text-anchor': ago === 60 ? 'start' : ago ? 'middle' : 'end'}, ago ? `-${ago} min` : 'now')),
    types.map((type, i) => s('g', {class: 'c' + i}, s('path.p', {d: path(type.minutes, 'p50_us')}), s('path.p.hi', {d: path(type.minutes, 'p99_us')}))));
}

function latency(box, types) {
  const shown = [...types].sort((a, b) => b.count - a.count);
  refill(box, shown.length ? h('div.cols2', h('div', chart(shown.slice(0, 5), innerWidth > 1000 ? box.clientWidth / 2 - 20 : box.clientWidth), h('p.legend', 'line p50, dashed p99', shown.slice(0, 5).map((type, i) => h('span', {class: 'c' + i}, h('span.key'), type.type)))),
    h('table', h('thead', h('tr', ['Event', 'Count', 'p50', 'p99', 'Errors'].map((name, i) => h('th', {class: i ? 'r' : null}, name)))),
      h('tbody', shown.map(type => h('tr', h('td', h('a', {href: here({type: type.type})}, type.type)), [type.count, micros(type.p50_us), micros(type.p99_us)].map(text => h('td.r', String(text))), h('td', {class: 'r' + (type.errors ? ' failed' : '')}, String(type.errors)))))))
    : h('p.empty', 'No hook events in the last hour. ', h('code', 'swarm install claude'), ' lets a host send them.'));
}

function row(tr, hook) {
  const kind = {deny: 'failed', allow: 'done', ask: 'blocked'}[hook.decision];
  refill(tr, h('td.nw', ago(hook.at)), h('td', hook.type), h('td', hook.error ? h('span.s.failed', 'error') : hook.decision ? h('span', {class: 's ' + kind}, hook.decision) : h('span.dim', '–')),
    h('td', hook.handler ?? ''), h('td.r.nw', micros(hook.duration_us)), h('td.dim', hook.host),
    h('td.dim.mono', hook.session ? h('a', {href: here({session: hook.session}), title: hook.session}, shortId(hook.session)) : ''), h('td.dim.cut', firstLine(hook.error ?? hook.note ?? '', 160)));
}

async function own(box, project) {
  const {user_hooks: hooks, hooks: table} = await get('/v1/hooks/config', {project});
  const on = table.flatMap(each => each.handlers).filter(handler => handler.on);
  refill(box, hooks.length ? h('table.stack', h('thead', h('tr', ['Event', 'Name', 'State', 'From', 'Runs'].map(name => h('th', name)))), h('tbody', hooks.map(hook => h('tr', h('td', hook.event), h('td', hook.name),
    h('td', h('span', {class: 's ' + (hook.state === 'on' ? 'done' : 'blocked')}, hook.state)), h('td.dim', hook.origin), h('td.cut.mono', hook.runs)))))
    : h('p.empty', 'You have no hooks of your own. They go into ', h('code', '.swarmd/settings.json'), '.'),
    h('p.empty', `${new Set(on.map(handler => handler.name)).size} built-in hooks are on. `, h('code', 'swarm hooks list'), ' describes them.'));
}

export function show(root, params) {
  const speed = h('div');
  const mine = h('div');
  const chips = ['session', 'type'].filter(name => params[name]).map(name => h('a.chip', {href: here({[name]: null})}, `${name} ${shortId(params[name])} ✕`));
  root.append(h('div.filters', chips.length ? chips : h('span.dim', 'Choose an event or a session to filter.')), section('Latency, last hour', null, speed));
  const stop = feed(root, {
    title: 'Hook events', topic: 'hooks', key: 'hook_id', row, heads: [['When'], ['Event'], ['Decision'], ['Decided by'], ['Took', 'r'], ['Host'], ['Session'], ['Note']],
    fetch: async () => (await get('/v1/hooks/events', {project: params.project, session: params.session, type: params.type, limit: 200})).hooks,
    fits: hook => inScope({project: hook.project}) && (!params.session || hook.session === params.session) && (!params.type || hook.type === params.type),
    empty: ['No hook events. ', h('code', 'swarm install claude'), ' lets a host send them.'],
  });
  root.append(section('Your own hooks', null, mine));
  const measure = () => get('/v1/hooks/latency', {project: params.project, minutes: 60}).then(({types}) => latency(speed, types), error => refill(speed, h('p.empty', error.message)));
  measure();
  own(mine, params.project).catch(error => refill(mine, h('p.empty', error.message)));
  const timer = setInterval(() => document.visibilityState === 'visible' && measure(), OFTEN);
  return () => { stop(); clearInterval(timer); };
}
