// Dependencies by depth, waves as bands, the longest unfinished chain marked.
import {h, s, refill, firstLine} from './dom.js';
import {get} from './api.js';
import {on} from './live.js';
import {inScope, taskHref, parse} from './router.js';

const MOST = 500;
const [WIDE, HIGH, GAP_X, GAP_Y, HEAD] = [196, 26, 56, 10, 28];
const settled = task => task.status === 'done' || task.status === 'cancelled';
const SIGN = {pending: '○', blocked: '◐', claimed: '▸', done: '✓', failed: '✕', cancelled: '–'};

const name = task => firstLine(`#${task.id} ${task.title}`, 24);

async function load(params) {
  const {project, swarm, q} = params;
  const {tasks} = await get('/v1/tasks', {...parse(q), project, swarm, brief: true, limit: 1000, sort: 'id', reverse: true});
  const open = tasks.filter(task => !settled(task));
  const chosen = tasks.length <= MOST ? tasks : [...open, ...tasks.filter(settled)].slice(0, MOST);
  return {tasks: chosen.sort((a, b) => a.id - b.id), left: tasks.length - chosen.length, more: tasks.length >= 1000};
}

/** Each task right of what it depends on, and each wave right of the one before. */
function layout(tasks) {
  const byId = new Map(tasks.map(task => [task.id, {task, deps: [], next: [], depth: 0, chain: 0}]));
  for (const node of byId.values()) {
    for (const id of node.task.depends_on) {
      const dep = byId.get(id);
      if (dep) { node.deps.push(dep); dep.next.push(node); }
    }
  }
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
  const starts = new Map();
  let floor = 0;
  for (const wave of waves) {
    starts.set(wave, floor);
    for (const node of ordered.filter(each => each.task.wave === wave)) {
      node.depth = Math.max(one ? floor : 0, ...node.deps.map(dep => dep.depth + 1));
    }
    floor = 1 + Math.max(...ordered.filter(each => each.task.wave <= wave).map(node => node.depth));
  }
  for (const node of ordered) node.chain = settled(node.task) ? 0 : 1 + Math.max(0, ...node.deps.map(dep => dep.chain));
  const critical = new Set();
  let at = ordered.reduce((best, node) => (node.chain > (best?.chain ?? 1) ? node : best), null);
  for (; at; at = at.deps.filter(dep => dep.chain).sort((a, b) => b.chain - a.chain)[0]) critical.add(at);
  const layers = [];
  for (const node of ordered) (layers[node.depth] ??= []).push(node);
  // Ten rows at most side by side: a layer of many tasks gets several columns.
  let x = GAP_X / 2;
  const tall = Math.max(12, Math.ceil(Math.sqrt(ordered.length * 2)));
  const columns = [];
  for (const layer of layers.filter(Boolean)) {
    const mean = node => (node.deps.length ? node.deps.reduce((sum, dep) => sum + dep.row, 0) / node.deps.length : Infinity);
    layer.sort((a, b) => mean(a) - mean(b) || group(a).localeCompare(group(b)) || a.task.id - b.task.id);
    const first = x;
    layer.forEach((node, i) => {
      node.row = i % tall;
      node.x = first + Math.floor(i / tall) * (WIDE + 12);
      node.y = HEAD + node.row * (HIGH + GAP_Y) + 8;
    });
    x = first + Math.ceil(layer.length / tall) * (WIDE + 12) - 12 + GAP_X;
    columns.push([first, x - GAP_X]);
  }
  return {nodes: ordered, critical, bands: one && waves.length > 1 ? waves.map(wave => ({wave, nodes: ordered.filter(node => node.task.wave === wave)})) : [],
    width: x - GAP_X / 2, height: HEAD + 16 + Math.max(...ordered.map(node => node.y + HIGH - HEAD))};
}

function draw({nodes, critical, bands, width, height}) {
  const edges = nodes.flatMap(node => node.deps.map(dep => {
    const [x1, y1, x2, y2] = [dep.x + WIDE, dep.y + HIGH / 2, node.x, node.y + HIGH / 2];
    const bend = Math.max(20, (x2 - x1) / 2);
    return s('path', {class: critical.has(node) && critical.has(dep) ? 'crit' : null, d: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`});
  }));
  const svg = s('svg', {role: 'group', viewBox: `0 0 ${width} ${height}`},
    bands.map(({wave, nodes: own}, i) => {
      const from = Math.min(...own.map(node => node.x)) - GAP_X / 2;
      return [s('rect', {class: i % 2 ? null : 'band', fill: 'none', x: from, y: 0, width: Math.max(...own.map(node => node.x)) + WIDE + GAP_X / 2 - from, height}), s('text.bandname', {x: from + GAP_X / 2, y: 18}, 'wave ' + wave)];
    }), edges,
    nodes.map(({task, x, y}, i) => s('a', {href: taskHref(task.id), class: `node ${task.status}${critical.has(nodes[i]) ? ' crit' : ''}`, 'data-row': '',
      'aria-label': `${SIGN[task.status]} ${name(task)}: ${task.status}, ${firstLine(task.title)}${task.depends_on.length ? ', depends on ' + task.depends_on.join(', ') : ''}`},
    s('title', `#${task.id} ${task.title} (${task.status}${task.agent ? ', ' + task.agent : ''})`), s('rect.n', {x, y, width: WIDE, height: HIGH, rx: 5}),
    s('text.st', {x: x + 8, y: y + 17}, SIGN[task.status]), s('text', {x: x + 24, y: y + 17}, name(task)))));
  svg.size = [width, height];
  return svg;
}

export function show(root, params) {
  const box = h('div.graph', {tabindex: 0, role: 'region', 'aria-label': 'Dependencies'});
  const note = h('span.dim');
  let scale = 0;
  const zoom = by => {
    const svg = box.firstChild;
    scale = by ? Math.max(0.2, Math.min(2, scale * by)) : Math.max(0.6, Math.min(1, (box.clientWidth - 2) / svg.size[0]));
    ['width', 'height'].forEach((name, i) => svg.setAttribute(name, svg.size[i] * scale));
  };
  root.append(h('div.filters', note, h('span.grow'), [['−', 0.8, 'Zoom out'], ['+', 1.25, 'Zoom in'], ['Fit', 0, 'Fit']].map(([text, by, label]) => h('button', {'aria-label': label, onclick: () => zoom(by)}, text))), box,
    h('p.legend', Object.entries(SIGN).map(([name, sign]) => h('span', {class: name}, sign + ' ' + name)), h('span.failed', h('span.key'), 'longest unfinished chain')));
  let shown = '';
  const refresh = async () => {
    try {
      const {tasks, left, more} = await load(params);
      const next = JSON.stringify(tasks.map(task => [task.id, task.status, task.title, task.depends_on, task.wave, task.agent]));
      if (next === shown) return;
      shown = next;
      note.textContent = `${tasks.length} tasks` + (left || more ? `; ${more ? 'at least ' : ''}${left} others are left out, finished ones first` : '');
      if (!tasks.length) return refill(box, h('p.empty', 'No tasks. ', h('code', 'swarm task add "write the tests" --depends 3'), ' adds one that waits for task 3.'));
      const focused = document.activeElement?.getAttribute('href');
      const svg = draw(layout(tasks));
      refill(box, svg);
      if (scale) zoom(1);
      else zoom(0);
      if (focused) box.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus();
    } catch (error) {
      refill(box, h('p.empty', error.message));
    }
  };
  let due = null;
  const soon = data => {
    if (data.many || data.tasks.some(inScope)) due ??= setTimeout(() => { due = null; refresh(); }, 1000 + Math.random() * 1000);
  };
  refresh();
  const off = on('tasks', soon);
  return () => { off(); clearTimeout(due); };
}
