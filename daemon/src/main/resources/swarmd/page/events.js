// What happened to tasks, newest first.
import {h, keyed, refill, section, ago, firstLine, shortId, many} from './dom.js';
import {get} from './api.js';
import {on} from './live.js';
import {inScope, taskLink, href} from './router.js';

const KEPT = 300;

/** A list that grows at the top. Browsers keep the rows in place that somebody reads further down. */
export function feed(root, {fetch, topic, key, fits, row, empty, heads, title}) {
  const body = h('tbody');
  const note = h('p.dim');
  const none = h('p.empty', 'Loading …');
  const items = new Map();
  let loaded = false;
  const draw = () => {
    const all = [...items.values()].filter(fits).sort((a, b) => b[key] - a[key]).slice(0, KEPT);
    keyed(body, all, item => item[key], () => h('tr', {'data-row': '', tabindex: -1}), row);
    refill(none, loaded ? (all.length ? null : empty) : 'Loading …');
  };
  const add = list => {
    for (const item of list) items.set(item[key], item);
    if (items.size > 2 * KEPT) [...items.keys()].sort((a, b) => a - b).slice(0, items.size - KEPT).forEach(id => items.delete(id));
  };
  root.append(section(title, note, h('table.stack', h('thead', h('tr', heads.map(head => h('th', {class: head[1]}, head[0])))), body), none));
  fetch().then(list => { loaded = true; add(list); draw(); }, error => refill(none, error.message));
  return on(topic, data => {
    add(data[topic]);
    note.textContent = data.left_out ? `${many(data.left_out, 'event')} left out in the last moment: too many to show` : '';
    draw();
  });
}

const COLOUR = {completed: 'done', failed: 'failed', expired: 'failed', cancelled: 'cancelled', claimed: 'claimed', released: 'blocked', swarm_complete: 'done', swarm_stuck: 'failed'};

function row(tr, event) {
  refill(tr, h('td.nw', ago(event.at)), h('td', h('span', {class: 's ' + (COLOUR[event.kind] ?? 'pending')}, event.kind.replace('_', ' '))),
    h('td.cut', event.task ? taskLink(event.task, event.title) : h('span.dim', 'the whole swarm')),
    h('td', event.by?.kind === 'person' ? 'you' : event.agent ?? ''), h('td.dim.mono', event.session ? h('a', {href: href('agents', {session: event.session}), title: event.session}, shortId(event.session)) : ''),
    h('td.dim', event.swarm), h('td.dim.cut', firstLine(event.note ?? '', 120)));
}

export const show = (root, params) => feed(root, {
  title: 'Task events', topic: 'events', key: 'id', row, heads: [['When'], ['What'], ['Task'], ['Agent'], ['Session'], ['Swarm'], ['Note']],
  fetch: async () => (await get('/v1/events/latest', {project: params.project, limit: 200})).events,
  fits: event => inScope(event) && (!params.q || JSON.stringify(event).toLowerCase().includes(params.q.toLowerCase())),
  empty: 'Nothing has happened yet. What agents and you do with tasks will be listed here.',
});
