// Tasks by status. A column loads more when its end comes into sight; claimed is loaded whole.
import {h, refill, setText, lease, ago, firstLine, waits, holder} from './dom.js';
import {get} from './api.js';
import {world, on} from './live.js';
import {filter, words, parse, fault, matches, taskHref, here, counted} from './router.js';
import {pick, picked, keep} from './actions.js';

const COLUMNS = {
	pending: 'Tasks that an agent can claim now.', blocked: 'Tasks that wait for others.', claimed: 'Tasks that an agent works on.',
	done: 'Finished tasks.', failed: 'Tasks that went wrong.', cancelled: 'Tasks that nobody wants any more.',
};
const PAGE = 100;
const ALL = 1000;
const OFTEN = 2000;
const SOON = 10000;
const byPriority = (a, b) => a.priority - b.priority || a.id - b.id;
const byEnd = (a, b) => (b.finished_at ?? 0) - (a.finished_at ?? 0) || b.id - a.id;
const byLease = (a, b) => (a.lease?.expires_at ?? 0) - (b.lease?.expires_at ?? 0) || a.id - b.id;
const ORDERS = {pending: byPriority, blocked: byPriority, claimed: byLease};

const facts = ({status, agent, error, priority, wave, attempts, ...task}) => [
	agent && status !== 'pending' && h('span', holder({agent, ...task})),
	status === 'claimed' && task.lease && lease(task),
	task.waits_for && h('span.blocked', waits(task.waits_for)),
	status === 'failed' && error && h('span.failed', firstLine(error, 90)),
	priority !== 0 && h('span', {title: 'priority'}, 'p' + priority),
	wave > 0 && h('span', 'wave ' + wave),
	(attempts > 1 || status === 'failed') && h('span', {title: 'attempts'}, `${attempts}/${task.max_attempts}`),
	task.tags?.map(tag => h('span.chip', {title: 'tag'}, tag)),
	task.finished_at && ago(task.finished_at),
];

function card(task) {
	const title = h('span.t');
	const meta = h('span.m');
	const box = h('input', {type: 'checkbox', 'aria-label': 'Select task ' + task.id, onchange: () => pick(row.task, box.checked)});
	const anchor = h('a.row', title, meta);
	const row = h('li.card', {'data-id': task.id}, anchor, box);
	row.fill = next => {
		row.task = next;
		keep(next);
		refill(title, h('span.id', `#${next.id} `), firstLine(next.title, 160));
		refill(meta, facts(next));
		anchor.href = taskHref(next.id);
		box.checked = picked.has(next.id);
		row.classList.toggle('sel', box.checked);
	};
	row.fill(task);
	return row;
}

class Column {
	rows = new Map();
	list = h('ul');
	more = h('p.more');
	complete = false;
	loading = false;

	constructor(status, params) {
		this.status = status;
		this.params = params;
		this.order = ORDERS[status] ?? byEnd;
		this.button = h('button', {onclick: () => this.open(this.node.classList.contains('shut'))});
		this.node = h('section.col', {'aria-label': status, tabindex: -1}, h('h2.' + status, this.button), this.list, this.more);
		this.open(true);
		this.sight = new IntersectionObserver(([end]) => end.isIntersecting && this.load(), {rootMargin: '300px'});
		this.sight.observe(this.more);
	}

	open(isOpen) {
		this.node.classList.toggle('shut', !isOpen);
		this.button.setAttribute('aria-expanded', isOpen);
	}

	get total() {
		return counted(this.status);
	}

	// Whether tasks have come or gone without an event of their own, as when a wave opens
	get stale() {
		return this.complete && !this.params.q ? this.rows.size !== this.total : this.total !== this.seen && Date.now() - this.at > SOON;
	}

	// Reads the next page, or again as much as is shown
	async load(again) {
		if (this.loading || (this.complete && !again)) return;
		this.loading = true;
		try {
			const {project, swarm, q} = this.params;
			const limit = again ? Math.min(ALL, Math.max(PAGE, this.rows.size)) : this.status === 'claimed' ? ALL : PAGE;
			const sort = this.order === byEnd ? {sort: 'finished', reverse: true} : this.order === byPriority ? {sort: 'priority'} : {};
			const {tasks} = await get('/v1/tasks', {...sort, ...parse(q), project, swarm, status: this.status, brief: true,
				limit, offset: again ? 0 : this.rows.size});
			const found = new Set(tasks.map(task => task.id));
			if (again) [...this.rows.keys()].filter(id => !found.has(id)).forEach(id => this.remove(id));
			tasks.forEach(task => this.put(task, true));
			this.complete = parse(q).search ? !tasks.length : tasks.length < limit; // a page of long texts may be short
			this.failed = null;
			this.seen = this.total;
			this.at = Date.now();
		} catch (error) {
			this.failed = error.message;
		}
		this.loading = false;
		this.draw();
		if (!this.complete && !this.failed) {
			if (this.status === 'claimed') this.load();
			this.sight.unobserve(this.more); // an observer speaks only when something changes
			this.sight.observe(this.more);
		}
	}

	// New tasks beyond what is loaded come with their page
	put(task, loaded) {
		let row = this.rows.get(task.id);
		if (row) {
			row.fill(task);
			const [before, after] = [row.previousSibling?.task, row.nextSibling?.task];
			if ((!before || this.order(before, task) <= 0) && (!after || this.order(task, after) <= 0)) return;
			row.remove();
		}
		const next = this.place(task);
		if (!row) {
			if (!next && !this.complete && !loaded) return;
			row = card(task);
			if (!loaded) row.classList.add('new');
			this.rows.set(task.id, row);
		}
		this.list.insertBefore(row, next);
	}

	place(task) {
		const rows = this.list.children;
		let low = 0;
		let high = rows.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.order(rows[middle].task, task) <= 0) low = middle + 1;
			else high = middle;
		}
		return rows[low] ?? null;
	}

	remove(id) {
		this.rows.get(id)?.remove();
		this.rows.delete(id);
	}

	draw() {
		const {status, rows, complete, params: {q}} = this;
		const count = q ? rows.size + (complete ? '' : '+') : world.status && this.total;
		refill(this.button, status[0].toUpperCase() + status.slice(1), h('span.badge', count));
		const note = complete ? !rows.size && (q ? 'Nothing matches.' : COLUMNS[status]) : 'Loading …';
		setText(this.more, this.failed ?? (note || ''));
	}
}

export function show(root, params) {
	const wanted = parse(params.q).status;
	const wrong = fault(params.q);
	const all = wrong ? [] : Object.keys(COLUMNS).filter(name => (wanted ? name === wanted : name !== 'cancelled' || params.cancelled));
	const columns = all.map(name => new Column(name, params));
	const filters = words(params.q);
	const dropped = h('a.a', {href: here({cancelled: params.cancelled ? null : 1})});
	root.append(h('div.filters', filters.map(word => filter(word, {q: filters.filter(other => other !== word).join(' ')})),
		!filters.length && h('span.dim', 'Filter by words, or by ', h('code', 'agent: tag: wave:')),
		h('span.grow'), dropped), wrong ? h('p.error', {role: 'alert'}, wrong) : h('div.board', columns.map(column => column.node)));
	const draw = () => {
		columns.forEach(column => column.draw());
		const count = counted('cancelled');
		setText(dropped, params.cancelled ? 'Hide cancelled' : `Show ${count} cancelled`);
		dropped.hidden = wanted || !(count || params.cancelled);
	};
	let due = null;
	let last = 0;
	const reload = all => {
		due ??= setTimeout(() => {
			due = null;
			last = Date.now();
			columns.filter(column => all || column.stale || column.failed).forEach(column => column.load(true));
		}, Math.max(500, OFTEN - (Date.now() - last)) + Math.random() * 500);
	};
	const changed = ({tasks, many}) => {
		if (many) reload(true);
		for (const task of tasks) {
			const fits = matches(task, params) || (parse(params.q).search && columns.some(column => column.rows.has(task.id))); // found by its description
			for (const column of columns) {
				if (column.status === task.status && fits) column.put(task);
				else column.remove(task.id);
			}
		}
		draw();
	};
	const follow = status => {
		const held = columns.find(column => column.status === 'claimed');
		for (const task of status.claims) if (held?.rows.has(task.id)) held.put(task);
		draw();
		if (columns.some(column => column.stale || column.failed)) reload();
	};
	if (!wanted && matchMedia('(max-width: 720px)').matches) columns.find(column => column.status === 'done')?.open(false);
	draw();
	const offs = [on('tasks', changed), on('status', follow)];
	return () => {
		offs.forEach(off => off());
		clearTimeout(due);
		columns.forEach(column => column.sight.disconnect());
	};
}
