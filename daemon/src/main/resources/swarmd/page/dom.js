// Builds elements. Everything from outside goes in as text, never as HTML.

const SVG = 'http://www.w3.org/2000/svg';

export const $ = id => document.getElementById(id);

function fill(node, classes, [first, ...rest]) {
  const props = first?.constructor === Object ? first : {};
  const children = props === first ? rest : [first, ...rest];
  if (classes.length) node.setAttribute('class', classes.join(' '));
  for (const [name, value] of Object.entries(props)) {
    if (value == null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'class') node.setAttribute('class', [...classes, value].join(' '));
    else if (name === 'value' || name === 'checked') node[name] = value;
    else if (name === 'width%') node.style.width = value + '%';
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...real(children));
  return node;
}

const real = children => children.flat(Infinity).filter(child => child != null && child !== false);

/** h('li.card', {id: 'x'}, 'text', child): the attributes may be left out. */
export function h(tag, ...rest) {
  const [name, ...classes] = tag.split('.');
  return fill(document.createElement(name), classes, rest);
}

export function s(tag, ...rest) {
  const [name, ...classes] = tag.split('.');
  return fill(document.createElementNS(SVG, name), classes, rest);
}

/** Makes the children of `parent` match `items`; a row that stays is changed in place. */
export function keyed(parent, items, key, make, change) {
  const old = parent.byKey ?? new Map();
  const rows = new Map();
  let next = parent.firstChild;
  for (const item of items) {
    const id = key(item, rows.size);
    let row = old.get(id);
    if (!row) {
      row = make(item);
      if (parent.byKey) row.classList.add('new');
    }
    const text = JSON.stringify(item);
    if (row.shown !== text) {
      change(row, item);
      row.shown = text;
    }
    rows.set(id, row);
    if (row === next) next = next.nextSibling;
    else parent.insertBefore(row, next);
  }
  for (const [id, row] of old) if (rows.get(id) !== row) row.remove();
  parent.byKey = rows;
}

export const refill = (node, ...children) => node.replaceChildren(...real(children));

export const setText = (node, text) => {
  if (node.textContent !== text) node.textContent = text;
};

const UNITS = [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];

/** "4 min", "2 h 5 min". */
export function span(millis) {
  const seconds = Math.max(0, Math.round(millis / 1000));
  const at = UNITS.findIndex(([size]) => seconds >= size);
  if (at < 0) return '0 s';
  const [size, name] = UNITS[at];
  const rest = UNITS[at + 1] && at < 2 ? Math.floor((seconds % size) / UNITS[at + 1][0]) : 0;
  return Math.floor(seconds / size) + ' ' + name + (rest ? ` ${rest} ${UNITS[at + 1][1]}` : '');
}

export const clock = millis => {
  const seconds = Math.max(0, Math.round(millis / 1000));
  return seconds >= 3600 ? span(millis) : Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0');
};

export const micros = value =>
  value < 1000 ? value + ' µs' : value < 1e6 ? (value / 1000).toFixed(value < 10000 ? 1 : 0) + ' ms' : (value / 1e6).toFixed(1) + ' s';

// One timer moves all times on the page.
let skew = 0;
export const now = () => Date.now() + skew;
export const setNow = millis => (skew = Math.abs(millis - Date.now()) < 2000 ? 0 : millis - Date.now());

/** A time as "4 min", with the exact one for a pointer and for screen readers. */
export function ago(millis, after = '') {
  const exact = new Date(millis);
  const node = h('time', {datetime: exact.toISOString(), title: exact.toLocaleString(), class: 'dim nw'});
  node.tick = () => setText(node, span(now() - millis) + after);
  node.dataset.tick = '';
  node.tick();
  return node;
}

const longest = new Map();

/** What is left of a lease, as time and bar. */
export function lease(task) {
  const bar = h('i');
  const text = h('span');
  const node = h('span.lease', {title: 'until ' + new Date(task.lease.expires_at).toLocaleTimeString()},
    text, h('span.track', bar));
  node.dataset.tick = '';
  node.tick = () => {
    const left = task.lease.expires_at - now();
    const whole = Math.max(longest.get(task.lease.fence) ?? 0, left, 1);
    longest.set(task.lease.fence, whole);
    setText(text, left > 0 ? clock(left) : 'ends');
    bar.style.width = Math.max(0, Math.min(100, (left / whole) * 100)) + '%';
    node.classList.toggle('soon', left < 30000);
  };
  node.tick();
  return node;
}

export function tickAll() {
  for (const node of document.querySelectorAll('[data-tick]')) node.tick();
}

export const shortId = id => (id.length > 12 ? id.slice(0, 8) : id);
export const firstLine = (text, length = 200) => {
  const line = text.trim().split('\n', 1)[0];
  return line.length > length ? line.slice(0, length - 1) + '…' : line;
};
export const many = (count, one, more = one + 's') => `${count} ${count === 1 ? one : more}`;
export const status = name => h('span', {class: 's ' + name}, name);
/** Why a task is blocked. */
export const waits = why => [why?.tasks.length && 'needs ' + why.tasks.slice(0, 5).map(task => `#${task.id}${task.status === 'failed' ? ' (failed)' : ''}`).join(', ') + (why.tasks.length > 5 ? ' …' : ''),
  ...(why?.waves ?? []).slice(0, 1).map(wave => `${wave.unsettled} of wave ${wave.wave}`)].filter(Boolean).join(', ') || 'waits for others';
export const base = path => path.replace(/\/+$/, '').split('/').pop() || path;

/** A short id that a click copies whole. */
export const copyable = text =>
  h('button.small.plain.mono', {title: text + ' (click to copy)', 'aria-label': 'Copy ' + text,
    onclick: event => { event.stopPropagation(); navigator.clipboard?.writeText(text); }}, shortId(text));

export const section = (title, extra, ...body) =>
  h('section', h('header', h('h2', title), extra), ...body);
