// Sessions, their subagents, and agents that hold tasks without a session.
import {h, keyed, refill, section, ago, lease, firstLine, copyable, base, many, now} from './dom.js';
import {world, on} from './live.js';
import {inScope, taskLink, href} from './router.js';
import {endMode} from './actions.js';

const QUIET = 15 * 60000;

/** A dot, and what the agent does in words. */
function doing({kind, tool, detail, since}, lastSeen) {
  const [dot, text] = {permission: ['waits', 'waits for your permission'], tool: ['busy', 'runs'], turn: ['busy', 'works']}[kind] ?? (now() - lastSeen > QUIET ? ['quiet', 'silent'] : ['', 'idle']);
  return {dot: h('span.dot', {class: dot}), words: h('span', {class: dot === 'waits' ? 'failed' : 'dim'}, text, tool && [' ', h('b', tool), ' ', detail && h('code', firstLine(detail, 100))], since && [' for ', ago(since)])};
}

function holds(tasks) {
  return tasks.map(task => h('li.work', h('span.dim', 'holds'), taskLink(task.id, task.title), lease(task)));
}

/** "12 files edited: src/a.java, src/b.java and more" */
function edited({files, latest_files: latest}, project) {
  const inside = path => (path.startsWith(project + '/') ? path.slice(project.length + 1) : path);
  return `${many(files, 'file')} edited: ${latest.map(inside).join(', ')}${files > latest.length ? ' and more' : ''}`;
}

function session(row, item) {
  const {dot, words} = doing(item.activity, item.last_seen);
  const facts = [];
  if (item.files) facts.push(edited(item, item.project));
  if (item.id) facts.push(`${item.hook_events} hooks/min`);
  refill(row, h('div.top', dot, h('b', {'data-row': '', tabindex: -1}, item.name), h('span', item.host ?? ''), words, item.id ? copyable(item.id) : null),
    h('div.facts', item.last_seen ? h('span', 'last sign of life ', ago(item.last_seen, ' ago')) : null, h('span', {title: item.project}, base(item.project)), facts.map(text => h('span', text)),
      item.id ? h('a.a', {href: href('hooks', {session: item.id})}, 'its hooks') : null),
    item.modes.map(mode => h('div.facts', h('span.chip', mode.mode), h('span', `held ${mode.holds} of ${mode.max_holds}`), progress(mode).map(text => h('span', text)), mode.stale ? h('span', 'stale') : null,
      h('span', 'for ', ago(mode.started_at)), h('button.small', {onclick: () => endMode(mode)}, 'End ' + mode.mode))),
    h('ul', holds(item.tasks)),
    item.subagents.map(sub => {
      const subagent = doing(sub.activity, sub.last_seen);
      return h('div.sub', h('div.top', subagent.dot, h('span', sub.type ?? 'subagent'), copyable(sub.id), subagent.words),
        h('div.facts', h('span', 'last sign of life ', ago(sub.last_seen, ' ago')), sub.files ? h('span', edited(sub, item.project)) : null), h('ul', holds(sub.tasks)));
    }));
}

const progress = ({state}) => [state.iteration != null && `iteration ${state.iteration} of ${state.max_iterations}`, state.cycle != null && `cycle ${state.cycle} of ${state.max_cycles}`, state.phase && 'phase ' + state.phase, state.swarm && 'swarm ' + state.swarm].filter(Boolean);

export function show(root, params) {
  const list = h('ul');
  const none = h('p.empty');
  root.append(h('div.filters', params.session ? h('a.chip', {href: href('agents')}, `session ${params.session.slice(0, 8)} ✕`) : null), section('Sessions and agents', null, list, none));
  const draw = () => {
    const status = world.status;
    if (!status) return;
    const left = new Set(status.claims.filter(inScope));
    const take = test => [...left].filter(test).map(task => (left.delete(task), task));
    const rows = status.sessions.filter(inScope).filter(each => !params.session || each.id === params.session).map(each => {
      const subagents = each.subagents.map(sub => ({...sub, tasks: take(task => task.session === each.id && task.agent?.includes(sub.id.slice(0, 8)))}));
      return {...each, subagents, tasks: take(task => task.session === each.id), modes: status.modes.filter(mode => mode.session === each.id && mode.project === each.project), name: each.agent};
    });
    const alone = new Map();
    if (!params.session) for (const task of left) alone.set(task.agent, [...(alone.get(task.agent) ?? []), task]);
    for (const [agent, tasks] of alone) rows.push({name: agent, project: tasks[0].project, tasks, modes: [], subagents: [], activity: {kind: 'turn'}});
    const urgent = row => ['permission', 'tool', 'turn', 'idle'].indexOf(row.activity.kind);
    rows.sort((a, b) => urgent(a) - urgent(b) || (b.started_at ?? 0) - (a.started_at ?? 0));
    keyed(list, rows, row => row.project + ' ' + (row.id ?? row.name), () => h('li.agent'), session);
    refill(none, rows.length ? null : params.session ? 'This session is over or has been silent for two hours.' : ['No session has been seen in the last two hours. ', h('code', 'swarm install claude'), ' lets Claude Code report to swarmd.']);
  };
  draw();
  return on('status', draw);
}
