// Tasks in columns by status. A column loads more when its end comes into sight; claimed is loaded whole.
import {h, refill, setText, lease, ago, firstLine, waits} from './dom.js';
import {get} from './api.js';
import {world, on} from './live.js';
import {parse, matches, taskHref, here, counted} from './router.js';
import {pick, picked} from './actions.js';

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

const chip = (name, value, text) => h('span.chip', {title: name}, text ?? value);

function facts(task) {
  const list = [];
  if (task.status === 'claimed' && task.lease) list.push(h('span', task.agent), lease(task));
  else if (task.agent && task.status !== 'pending') list.push(h('span', task.agent));
  if (task.status === 'blocked') list.push(h('span.blocked', waits(task.waits_for)));
  if (task.status === 'failed' && task.error) list.push(h('span.failed', firstLine(task.error, 90)));
  if (task.priority) list.push(h('span', {title: 'priority'}, 'p' + task.priority));
  if (task.wave) list.push(h('span', 'wave ' + task.wave));
  if (task.attempts > 1 || task.status === 'failed') list.push(h('span', {title: 'attempts'}, `${task.attempts}/${task.max_attempts}`));
  for (const tag of task.tags ?? []) list.push(chip('tag', tag));
  if (task.finished_at) list.push(ago(task.finished_at));
  return list;
}

function card(task) {
  const title = h('span.t');
  const meta = h('span.m');
  const box = h('input', {type: 'checkbox', 'aria-label': 'Select task ' + task.id, onchange: () => pick(row.task, box.checked)});
  const anchor = h('a', {'data-row': ''}, title, meta);
  const row = h('li.card', {'data-id': task.id}, anchor, box);
  row.fill = next => {
    row.task = next;
    if (picked.has(next.id)) picked.set(next.id, next);
    refill(title, h('span.id', '#' + next.id + ' '), firstLine(next.title, 160));
    refill(meta, facts(next));
    anchor.href = taskHref(next.id);
    box.checked = picked.has(next.id);
    row.classList.toggle('sel', box.checked);
  };
  row.fill(task);
  return row;
}

class Column {
  constructor(status, params) {
    this.status = status;
    this.params = params;
    this.rows = new Map();
    this.order = ORDERS[status] ?? byEnd;
    this.complete = false;
    this.loading = false;
    this.name = h('span');
    this.list = h('ul');
    this.more = h('p.more');
    const button = h('button', {'aria-expanded': 'true', onclick: () => {
      this.node.classList.toggle('shut');
      button.setAttribute('aria-expanded', String(!this.node.classList.contains('shut')));
    }}, this.name);
    this.node = h('section.col', {'aria-label': status, tabindex: -1}, h('h2', {class: status}, button), this.list, this.more);
    this.sight = new IntersectionObserver(([end]) => end.isIntersecting && this.load(), {root: null, rootMargin: '300px'});
    this.sight.observe(this.more);
  }

  get total() {
    return counted(this.status);
  }

  /** Whether tasks have come or gone without an event of their own, as when a wave opens. */
  get stale() {
    return this.complete && !this.params.q ? this.rows.size !== this.total : this.total !== this.seen && Date.now() - this.at > SOON;
  }

  /** Reads the next page, or again as much as is shown. */
  async load(again) {
    if (this.loading || (this.complete && !again)) return;
    this.loading = true;
    try {
      const {project, swarm, q} = this.params;
      const limit = again ? Math.min(ALL, Math.max(PAGE, this.rows.size)) : this.status === 'claimed' ? ALL : PAGE;
      const sort = this.order === byEnd ? {sort: 'finished', reverse: true} : this.order === byPriority ? {sort: 'priority'} : {};
      const {tasks} = await get('/v1/tasks', {...sort, ...parse(q), project, swarm, status: this.status, brief: true, limit, offset: again ? 0 : this.rows.size});
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

  /** New tasks beyond what is loaded come with their page. */
  put(task, loaded) {
    const row = this.rows.get(task.id);
    if (row) {
      row.fill(task);
      const after = row.nextSibling && row.nextSibling.task;
      const before = row.previousSibling && row.previousSibling.task;
      if ((!after || this.order(task, after) <= 0) && (!before || this.order(before, task) <= 0)) return;
      row.remove();
      this.list.insertBefore(row, this.place(task));
      return;
    }
    const next = this.place(task);
    if (!next && !this.complete && !loaded) return;
    const made = card(task);
    if (!loaded) made.classList.add('new');
    this.rows.set(task.id, made);
    this.list.insertBefore(made, next);
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
    const filtered = Boolean(this.params.q);
    const count = filtered ? this.rows.size + (this.complete ? '' : '+') : world.status ? this.total : '';
    refill(this.name, this.status[0].toUpperCase() + this.status.slice(1), h('span.badge', String(count)));
    setText(this.more, this.failed ?? (this.complete ? (this.rows.size ? '' : filtered ? 'Nothing matches.' : COLUMNS[this.status]) : 'Loading …'));
  }
}

export function show(root, params) {
  const wanted = parse(params.q).status;
  const all = wanted ? Object.keys(COLUMNS).filter(name => name === wanted) : Object.keys(COLUMNS).filter(name => name !== 'cancelled' || params.cancelled);
  const columns = all.map(name => new Column(name, params));
  const words = (params.q ?? '').match(/\w+:"[^"]*"|\S+/g) ?? [];
  const dropped = h('a.a', {href: here({cancelled: params.cancelled ? null : 1})});
  root.append(h('div.filters', words.map(word => h('a.chip', {href: here({q: words.filter(other => other !== word).join(' ')}), 'aria-label': 'Remove the filter ' + word}, word + ' ✕')),
    words.length ? null : h('span.dim', 'Filter by words, ', ['agent', 'tag', 'wave'].map((name, i) => [i ? ', ' : '', h('code', name + ':')])), h('span.grow'), dropped));
  const board = h('div.board', columns.map(column => column.node));
  root.append(board);
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
  if (matchMedia('(max-width: 720px)').matches) columns.forEach(column => column.node.classList.toggle('shut', ['done'].includes(column.status) && !wanted));
  draw();
  const offs = [on('tasks', changed), on('status', follow)];
  return () => {
    offs.forEach(off => off());
    clearTimeout(due);
    columns.forEach(column => column.sight.disconnect());
  };
}
