// View, filters and the open task are in the fragment of the address: #/board?q=lexer&task=17

import {h, firstLine, STATUSES} from './dom.js';
import {query} from './api.js';
import {world} from './live.js';

export const place = {view: '', params: {}};

let moved = null;
export const onMove = listener => (moved = listener);

export function href(view, params) {
	const {project, swarm} = place.params;
	return '#/' + view + query({project, swarm, ...params});
}

// The address of this view with other parameters
export const here = changes => href(place.view, {...place.params, ...changes});

export const taskHref = id => here({task: id});

export const go = (address, replace) => (replace ? location.replace(address) : location.assign(address));

export function read() {
	const [, view = '', params] = /^#?\/?([a-z]*)\??(.*)$/s.exec(location.hash) ?? [];
	place.view = view;
	place.params = Object.fromEntries(new URLSearchParams(params));
	moved();
}

export const words = (q = '') => q.match(/\w+:"[^"]*"|\S+/g) ?? [];

// "agent:ada tag:db wave:2 lexer" as parameters of GET /v1/tasks
export function parse(q) {
	const wanted = {};
	const others = [];
	for (const word of words(q)) {
		const [, name, value] = /^(agent|tag|wave|status):"?([^"]+)"?$/.exec(word) ?? [];
		if (name) wanted[name === 'tag' ? 'tags' : name] = value;
		else others.push(word);
	}
	if (others.length) wanted.search = others.join(' ');
	return wanted;
}

// What is wrong with the filters of a search
export function fault(q) {
	const {status, wave = '0'} = parse(q);
	if (status && !STATUSES.includes(status)) return `'${status}' is not a status; use one of ${STATUSES.join(', ')}.`;
	return /^\d+$/.test(wave) && wave <= 1e6 ? null : `'${wave}' is not a wave; use a number, such as wave:2.`;
}

export const token = (name, value) => name + ':' + (/\s/.test(value) ? `"${value}"` : value);

export function matches(task, {project, swarm, q}) {
	const {search, tags, ...exact} = {project, swarm, ...parse(q)};
	return Object.entries(exact).every(([name, value]) => !value || String(task[name]) === value)
		&& (!tags || task.tags?.includes(tags))
		&& (!search || `#${task.id} ${task.title} ${task.description ?? ''}`.toLowerCase().includes(search.toLowerCase()));
}

export const taskLink = (id, title) =>
	h('a.row', {href: taskHref(id)}, h('span.id', `#${id} `), h('span.t', firstLine(title ?? '', 120)));

export const filter = (text, changes) =>
	h('a.chip', {href: here(changes), 'aria-label': 'Remove the filter ' + text}, text + ' ✕');

// What needs the person, in the chosen project or everywhere
export const needed = () => (world.status?.needs_you ?? []).filter(item => !item.project || inScope(item));

// How many tasks of the chosen swarms are in a status
export const counted = name => (world.status?.swarms ?? []).filter(inScope).reduce((sum, swarm) => sum + swarm[name], 0);

export const inScope = ({project, swarm}) => {
	const {params} = place;
	return (!params.project || project === params.project) && (!params.swarm || !swarm || swarm === params.swarm);
};
