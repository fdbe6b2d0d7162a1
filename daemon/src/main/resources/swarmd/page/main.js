import {$, h, refill, setText, span, tickAll, base} from './dom.js';
import {signIn} from './api.js';
import {link, world, on, start} from './live.js';
import {place, read, go, href, here, onMove, needed, counted} from './router.js';
import {editTask, showKeys, closeTask, pick, picked} from './actions.js';
import * as needs from './needs.js';
import * as board from './board.js';
import * as agents from './agents.js';
import * as graph from './graph.js';
import * as hooks from './hooks.js';
import * as events from './events.js';
import * as task from './task.js';

const VIEWS = {
  '': {name: 'Needs you', view: needs, key: 'n'},
  board: {name: 'Board', view: board, key: 'b'},
  agents: {name: 'Agents', view: agents, key: 'a'},
  graph: {name: 'Graph', view: graph, key: 'd'},
  hooks: {name: 'Hooks', view: hooks, key: 'h'},
  events: {name: 'Events', view: events, key: 'e'},
};

let mounted = null;
let leave = () => {};
let opener = null;

function show() {
  const chosen = VIEWS[place.view] ?? VIEWS[''];
  const {task: openTask, ...params} = place.params;
  const wanted = JSON.stringify([place.view, params]);
  if (wanted !== mounted) {
    leave();
    mounted = wanted;
    $('main').replaceChildren(h('h2.vh', chosen.name));
    leave = chosen.view.show($('main'), params) ?? (() => {});
    window.scrollTo(0, 0);
  }
  if (openTask && !opener) opener = document.activeElement;
  task.show($('side'), openTask && Number(openTask));
  if (!openTask && opener) {
    const again = opener.isConnected ? opener : null;
    opener = null;
    again?.focus();
  }
  if (document.activeElement !== $('q')) $('q').value = place.params.q ?? '';
  tabs();
  scopes();
}

const needing = () => needed().length;

function tabs() {
  const count = needing();
  refill($('tabs'), Object.entries(VIEWS).map(([view, {name}]) =>
    h('a', {href: href(view, view === 'board' ? {q: place.params.q} : {}), 'aria-current': view === place.view ? 'page' : null}, name,
      view === '' && world.status ? h('span', {class: 'badge' + (count ? ' hot' : '')}, String(count)) : null)));
  document.title = (count ? `(${count}) ` : '') + (place.view ? VIEWS[place.view]?.name + ' · ' : '') + 'swarmd';
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
      return h('optgroup', {label: base(project)}, h('option', {value: key(project), title: project}, base(project) + (own.length > 1 ? ` (${own.length} swarms)` : '')),
        own.length > 1 ? own.map(each => h('option', {value: key(project, each.swarm)}, `${base(project)} / ${each.swarm}`)) : null);
    }));
  }
  select.value = key(place.params.project, place.params.swarm);
  if (select.selectedIndex < 0) select.value = key(place.params.project);
}

function summary() {
  const total = counted('pending') + counted('blocked') + counted('claimed') + counted('done') + counted('failed');
  const part = name => h('i', {class: name, 'width%': total ? (counted(name) / total) * 100 : 0});
  const needed = needing();
  refill($('sum'), h('span', h('b', String(counted('claimed'))), ' working'), needed ? h('span.hot', '· ', h('b', String(needed)), needed === 1 ? ' needs you' : ' need you') : null,
    total ? [h('span', '· ', h('b', `${counted('done')}/${total}`), ' done'), h('span.meter', {'aria-hidden': 'true'}, part('done'), part('claimed'), part('failed')),
      h('span', Math.floor((counted('done') / total) * 100) + ' %')] : null);
}

function connection() {
  document.body.classList.toggle('lost', !link.on && world.status != null);
  $('link').classList.toggle('on', link.on);
  setText($('link'), link.on ? 'live' : 'not connected');
  const lost = !link.on && (world.status != null || link.ended);
  $('away').hidden = !lost;
  if (lost) {
    setText($('away'), link.ended ? 'This page may not talk to the daemon any more, because the daemon was restarted. Run: swarm open'
      : `Not connected for ${span(Date.now() - link.since)}, since ${new Date(link.since).toLocaleTimeString()}. What you see is from then; trying again.`);
  }
}

/** j and k go from row to row. */
function step(by) {
  const rows = [...document.querySelectorAll('main [data-row]')].filter(row => row.checkVisibility());
  const at = rows.indexOf(document.activeElement);
  const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + by))];
  next?.focus();
  next?.scrollIntoView({block: 'nearest'});
}

let chord = 0;

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName) && document.activeElement.type !== 'checkbox';
  if (event.key === 'Escape') {
    if (typing) document.activeElement.blur();
    else if (place.params.task) closeTask();
    else if (picked.size) [...picked.values()].forEach(each => pick(each, false));
    else if (place.params.q) go(here({q: null}));
    return;
  }
  if (typing) return;
  const wasChord = Date.now() - chord < 1500;
  chord = 0;
  if (wasChord) {
    const found = Object.entries(VIEWS).find(([, {key}]) => key === event.key);
    if (found) {
      event.preventDefault();
      go(href(found[0]));
    }
    return;
  }
  const run = {
    '/': () => $('q').focus(), j: () => step(1), k: () => step(-1), g: () => (chord = Date.now()), n: () => editTask(), '?': showKeys,
    e: () => task.edit(), x: () => document.activeElement.closest?.('[data-id]')?.querySelector('input')?.click(),
  }[event.key];
  if (run) {
    event.preventDefault();
    run();
  }
}

function run() {
  onMove(() => { show(); summary(); });
  on('status', () => { tabs(); scopes(); summary(); connection(); });
  on('link', connection);
  addEventListener('hashchange', read);
  addEventListener('keydown', press);
  setInterval(() => { tickAll(); connection(); }, 1000);
  $('scope').addEventListener('change', () => {
    const [project, swarm] = JSON.parse($('scope').value);
    go(here({project, swarm, task: null}));
  });
  let typed;
  $('q').addEventListener('input', () => {
    clearTimeout(typed);
    typed = setTimeout(() => go(place.view === 'board' || place.view === 'events' || place.view === 'graph' ? here({q: $('q').value}) : href('board', {q: $('q').value}), place.view === 'board'), 250);
  });
  $('search').addEventListener('submit', event => event.preventDefault());
  $('add').addEventListener('click', () => editTask());
  $('keys').addEventListener('click', showKeys);
  $('skip').addEventListener('click', () => $('main').focus());
  read();
  connection();
  start();
}

function turnAway(...why) {
  $('link').textContent = 'not connected';
  refill($('main'), h('p.empty', ...why));
}

signIn().then(isIn => (isIn ? run() : turnAway('This page needs a key, which ', h('code', 'swarm open'), ' gives it. Run that command in a terminal.')), error => turnAway(error.message));
