// What needs the person, how far the swarms are, and who works.
import {h, keyed, refill, section, ago, lease, firstLine, status, base, many} from './dom.js';
import {world, on} from './live.js';
import {inScope, taskHref, taskLink, href, counted, needed} from './router.js';
import {retry, cancel, pause} from './actions.js';

const COUNTED = ['pending', 'blocked', 'claimed', 'done', 'failed', 'cancelled'];

const NAMES = {permission: 'permission', stuck_swarm: 'stuck', failed_task: 'failed', ending_lease: 'lease ends', silent_session: 'silent', untrusted_hooks: 'hooks', restart: 'restart', disk: 'disk'};
const URGENT = ['permission', 'failed_task', 'stuck_swarm', 'disk'];

function need(row, {kind, text, command, task, session, since}) {
  const acts = [];
  if (kind === 'failed_task' && task) acts.push(h('button.small', {onclick: () => retry([task])}, 'Retry'), h('button.small.danger', {onclick: () => cancel([task])}, 'Cancel'));
  if (session) acts.push(h('a.a', {href: href('agents', {session})}, 'Agent'));
  refill(row, h('span.k', {class: URGENT.includes(kind) ? '' : 'warn'}, NAMES[kind] ?? kind),
    h(task ? 'a.what' : 'span.what', {'data-row': '', tabindex: task ? null : -1, href: task && taskHref(task)}, h('span.t', text)),
    since ? ago(since) : h('span'), h('span.acts', acts), command && !acts.length ? h('code.how', command) : null);
}

function swarm(row, item) {
  const total = COUNTED.slice(0, 5).reduce((sum, name) => sum + item[name], 0);
  const link = (name, ...inside) => h('a', {href: href('board', {project: item.project, swarm: item.swarm, q: name && 'status:' + name})}, ...inside);
  refill(row, h('span', link('', h('b.t', {title: item.project}, base(item.project)), item.swarm === 'default' ? null : ' / ' + item.swarm), ' ',
      h('span', {class: 's ' + {open: 'claimed', complete: 'done', stuck: 'failed', paused: 'blocked'}[item.paused ? 'paused' : item.state]}, item.paused ? 'paused' : item.state)),
    h('span.meter.wide', {role: 'img', 'aria-label': `${item.done} of ${total} done`}, ['done', 'claimed', 'failed'].map(name => h('i', {class: name, 'width%': total ? (item[name] / total) * 100 : 0}))),
    h('span.counts', COUNTED.filter(name => item[name]).map(name => link(name, h('span', {class: 's ' + name}, `${item[name]} ${name}`)))),
    item.state === 'complete' ? h('span') : h('button.small', {onclick: () => pause(item, !item.paused)}, item.paused ? 'Resume' : 'Pause'));
}

function work(row, task) {
  refill(row, h('span.nw', task.agent), taskLink(task.id, task.title), lease(task));
}

export function show(root) {
  const needs = h('ul.rows', {'aria-live': 'polite'});
  const swarms = h('ul.rows');
  const claims = h('ul.rows');
  const good = h('p.empty');
  const none = h('p.empty');
  const idle = h('p.empty');
  root.append(section('Needs you', null, needs, good), section('Swarms', null, swarms, none), section('At work', null, claims, idle));
  const draw = () => {
    const now = world.status;
    if (!now) return;
    const listed = needed();
    keyed(needs, listed, (item, i) => [item.kind, item.task ?? item.session ?? item.project ?? item.command ?? i].join(' '), () => h('li.need'), need);
    refill(good, listed.length ? null : h('span.good', 'Nothing needs you. Permission prompts, failed tasks and stuck swarms would be here.'));
    const order = {stuck: 0, open: 1, complete: 2};
    const own = now.swarms.filter(inScope).sort((a, b) => order[a.state] - order[b.state]);
    keyed(swarms, own, each => each.project + '\0' + each.swarm, () => h('li.swarm'), swarm);
    refill(none, own.length ? null : ['There are no tasks yet. Add one here, or with ', h('code', 'swarm task add "write the parser"'), '.']);
    const held = now.claims.filter(inScope);
    keyed(claims, held, each => each.id, () => h('li.work'), work);
    const count = counted('claimed');
    refill(idle, held.length ? (count > held.length ? `and ${many(count - held.length, 'more task')}` : null) : ['No agent holds a task. An agent takes one with ', h('code', 'swarm task claim'), '.']);
  };
  draw();
  return on('status', draw);
}
