// One task: everything about it, its history, and what can be done.
import {h, refill, status, ago, lease, copyable, base, span, waits} from './dom.js';
import {get} from './api.js';
import {on} from './live.js';
import {taskHref, href, token} from './router.js';
import {allowed, retry, release, cancel, reopen, editTask, priority, closeTask} from './actions.js';

let open = null;
let known = null;

export const edit = () => known && editTask(known.task);

const COLOUR = {completed: 'done', failed: 'failed', expired: 'failed', cancelled: 'cancelled', claimed: 'claimed', released: 'blocked'};
const LONG = 600;

/** A long text is cut; a click shows all of it. */
function text(value, bad) {
  const node = h('div', {class: 'textblock' + (bad ? ' bad' : ''), tabindex: 0}, value.length > LONG ? value.slice(0, LONG) + '…' : value);
  return value.length > LONG ? [node, h('button.small.plain', {onclick: event => { node.textContent = value; event.target.remove(); }}, `Show all ${value.length.toLocaleString()} characters`)] : node;
}

function moment(event, i, all) {
  const before = all[i - 1];
  return h('li', {class: 'line ' + (COLOUR[event.kind] ?? 'pending')}, h('b', event.kind), event.by?.kind === 'person' ? ' by you' : event.agent ? [' by ', event.agent] : null, ago(event.at, ' ago'),
    before && event.at - before.at > 1000 ? h('span.dim', ` · after ${span(event.at - before.at)}`) : null, event.note ? text(event.note, event.kind === 'failed') : null);
}

const actions = task => {
  const may = allowed(task);
  const button = (label, run, kind) => h('button', {class: kind, onclick: run}, label);
  return h('div.acts', may.retry && button('Retry', () => retry([task.id]), 'main'), may.reopen && button('Reopen', () => reopen([task.id]), 'main'),
    button('Edit', () => editTask(task)), may.release && button('Release', () => release([task.id])),
    may.cancel && [button('Sooner', () => priority([task], -1)), button('Later', () => priority([task], 1))], may.cancel && button('Cancel task', () => cancel([task.id]), 'danger'));
};

function draw(side, {task, history, waits_for: why}) {
  const facts = [];
  const fact = (name, ...value) => facts.push(h('dt', name), h('dd', ...value));
  const tasks = ids => ids.map((id, i) => [i ? ', ' : '', h('a', {href: taskHref(id)}, '#' + id)]);
  fact('Swarm', h('a', {href: href('board', {project: task.project, swarm: task.swarm}, false), title: task.project}, base(task.project), ' / ', task.swarm), h('div.dim.mono', task.project));
  if (task.agent) fact(task.status === 'claimed' ? 'Held by' : 'Agent', h('a', {href: href('board', {q: token('agent', task.agent)})}, task.agent), ' ', task.lease ? lease(task) : null);
  if (task.session) fact('Session', h('a', {href: href('agents', {session: task.session}), class: 'mono'}, task.session));
  if (task.status === 'blocked') fact('Waits for', h('span.blocked', waits(why)));
  if (task.depends_on.length) fact('Depends on', tasks(task.depends_on));
  fact('Priority', `${task.priority}, wave ${task.wave}`);
  fact('Attempts', `${task.attempts} of ${task.max_attempts}`);
  if (task.tags?.length) fact('Tags', task.tags.map(tag => [h('a.chip', {href: href('board', {q: token('tag', tag)})}, tag), ' ']));
  if (task.files.length) fact('Files', task.files.map(file => h('div.mono', file)));
  fact('Added', ago(task.created_at, ' ago'));
  if (task.finished_at) fact('Finished', ago(task.finished_at, ' ago'), task.claimed_at ? h('span.dim', ` after ${span(task.finished_at - task.claimed_at)} of work`) : null);
  const scroll = side.scrollTop;
  refill(side, h('div.head', status(task.status), copyable('#' + task.id), h('span.grow'), h('button', {'aria-label': 'Close', title: 'Close (esc)', onclick: closeTask}, '✕')),
    h('h2', task.title), actions(task), task.error ? [h('h3', 'Error'), text(task.error, true)] : null, task.result ? [h('h3', 'Result'), text(task.result)] : null,
    h('dl.facts2', facts), task.description ? [h('h3', 'Description'), text(task.description)] : null, h('h3', 'History'), h('ol', history.map(moment)));
  side.scrollTop = scroll;
}

let wait = null;

async function load(side, id) {
  try {
    const found = await get('/v1/tasks/' + id);
    if (open !== id) return;
    const text = JSON.stringify(found);
    if (JSON.stringify(known) === text) return;
    const inside = side.contains(document.activeElement) && document.activeElement.textContent;
    known = found;
    draw(side, found);
    if (inside) ([...side.querySelectorAll('button')].find(each => each.textContent === inside) ?? side).focus();
  } catch (error) {
    if (open === id) refill(side, h('div.head', h('span.grow'), h('button', {onclick: closeTask}, 'Close')), h('p.failed', error.message));
  }
}

export function show(side, id) {
  if (!id) {
    open = known = null;
    side.hidden = true;
  } else if (id !== open) {
    open = id;
    known = null;
    side.hidden = false;
    side.tabIndex = -1;
    refill(side, h('p.dim', 'Loading …'));
    side.focus();
    load(side, id);
  }
}

const again = () => {
  wait ??= setTimeout(() => {
    wait = null;
    if (open) load(document.getElementById('side'), open);
  }, 300);
};
on('tasks', ({tasks, many}) => {
  if (open && (many || tasks.some(task => task.id === open || known?.task.depends_on.includes(task.id)))) again();
});
on('status', status => {
  const held = status.claims.find(task => task.id === open);
  if (held && known && held.lease?.expires_at !== known.task.lease?.expires_at) again();
});
