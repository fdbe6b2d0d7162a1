// View, filters and the open task are in the fragment of the address: #/board?q=lexer&task=17

import {h, firstLine} from './dom.js';
import {world} from './live.js';

const KEPT = ['project', 'swarm']; // go along from view to view

export const place = {view: '', params: {}};
const listeners = [];

export const onMove = listener => listeners.push(listener);

export function href(view, params = {}, keep = true) {
  const all = {...(keep && Object.fromEntries(KEPT.map(name => [name, place.params[name]]))), ...params};
  const query = new URLSearchParams(Object.entries(all).filter(([, value]) => value != null && value !== ''));
  return '#/' + view + (query.size ? '?' + query : '');
}

/** The address of this view with other parameters. */
export const here = changes => href(place.view, {...place.params, ...changes});

export const taskHref = id => here({task: id});

export const go = (address, replace) => {
  if (address === location.hash) return;
  if (replace) {
    history.replaceState(null, '', address);
    read();
  } else {
    location.hash = address;
  }
};

export function read() {
  const [, view, query] = /^#?\/?([a-z]*)\??(.*)$/s.exec(location.hash) ?? [null, '', ''];
  place.view = view;
  place.params = Object.fromEntries(new URLSearchParams(query));
  listeners.forEach(listener => listener());
}

/** "agent:ada tag:db wave:2 lexer" as parameters of GET /v1/tasks. */
export function parse(q = '') {
  const wanted = {};
  const words = [];
  for (const word of q.match(/\w+:"[^"]*"|\S+/g) ?? []) {
    const [, name, value] = /^(agent|tag|wave|status):"?([^"]+)"?$/.exec(word) ?? [];
    if (name) wanted[name === 'tag' ? 'tags' : name] = value;
    else words.push(word);
  }
  if (words.length) wanted.search = words.join(' ');
  return wanted;
}

export const token = (name, value) => name + ':' + (/\s/.test(value) ? `"${value}"` : value);

export function matches(task, {project, swarm, q}) {
  const wanted = parse(q);
  const text = wanted.search?.toLowerCase();
  return (!project || task.project === project) && (!swarm || task.swarm === swarm)
    && (!wanted.agent || task.agent === wanted.agent) && (!wanted.wave || String(task.wave) === wanted.wave)
    && (!wanted.tags || task.tags?.includes(wanted.tags)) && (!wanted.status || task.status === wanted.status)
    && (!text || ('#' + task.id + ' ' + task.title + ' ' + (task.description ?? '')).toLowerCase().includes(text));
}

/** A link to a task, with its title. */
export const taskLink = (id, title) => h('a', {href: here({task: id}), 'data-row': ''}, h('span.id', '#' + id + ' '), h('span.t', firstLine(title ?? '', 120)));

/** What needs the person, in the chosen project or everywhere. */
export const needed = () => (world.status?.needs_you ?? []).filter(item => !item.project || inScope(item));

/** How many tasks of the chosen swarms are in a status. */
export const counted = name => (world.status?.swarms ?? []).filter(inScope).reduce((sum, swarm) => sum + swarm[name], 0);

export const inScope = item =>
  (!place.params.project || item.project === place.params.project) && (!place.params.swarm || !item.swarm || item.swarm === place.params.swarm);
