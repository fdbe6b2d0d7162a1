// What a person can do to tasks. Each says what it did, and how to undo it where that is possible.
import {h, $, refill, many} from './dom.js';
import {post, patch, remove} from './api.js';
import {world} from './live.js';
import {place, here, go} from './router.js';

export function toast(text, undo, bad) {
  const node = h('div', {class: 'toast' + (bad ? ' bad' : '')}, h('span', text));
  const close = () => node.remove();
  if (undo) node.append(h('button', {onclick: () => { close(); undo(); }}, 'Undo'));
  node.append(h('button', {'aria-label': 'Close', onclick: close}, '✕'));
  $('toasts').append(node);
  while ($('toasts').children.length > 3) $('toasts').firstChild.remove();
  setTimeout(close, bad ? 15000 : 8000);
}

const attempt = work => work().catch(error => warn(error.message));

const one = (ids, done) => (ids.length === 1 ? `Task ${ids[0]} ${done}` : `${ids.length} tasks ${done}`);

const warn = text => toast(text, null, true);

/** Sends a step for each task; reports the ones that went well and the first that did not. */
async function each(ids, done, step, undo, refused = warn) {
  const ok = [];
  const failures = [];
  for (const id of ids) await step(id).then(() => ok.push(id), error => failures.push(error.message));
  if (ok.length) toast(one(ok, done), undo && (() => undo(ok)));
  if (failures.length) refused(failures[0] + (failures.length > 1 ? ` (${failures.length} refused)` : ''));
  return ok;
}

const step = name => id => post(`/v1/tasks/${id}/${name}`, name === 'release' ? {force: true} : undefined);

export const retry = ids => each(ids, 'can be claimed again', step('retry'));
export const release = ids => each(ids, 'released: another agent can claim it', step('release'));
export const reopen = ids => each(ids, 'reopened', step('reopen'), cancelNow);
const cancelNow = ids => each(ids, 'cancelled', step('cancel'), reopen);
export const cancel = async ids => {
  if (ids.length === 1 || await ask(`Cancel ${ids.length} tasks?`, 'Tasks that wait for them may start. You can reopen them.', 'Cancel tasks')) await cancelNow(ids);
};
/** Changes fields of tasks; undo puts the previous values back. */
function change(tasks, fields, said, refused) {
  const byId = new Map(tasks.map(task => [task.id, task]));
  const send = values => id => patch('/v1/tasks/' + id, values(byId.get(id)));
  const before = task => Object.fromEntries(Object.keys(fields(task)).map(name => [name, task[name] ?? '']));
  return each([...byId.keys()], said, send(fields), ok => each(ok, 'changed back', send(before)), refused);
}

export const priority = (tasks, by) => change(tasks, task => ({priority: task.priority + by}), by < 0 ? 'moved forward' : 'moved back');

export const endMode = mode => attempt(async () => {
  await remove('/v1/modes/' + mode.mode, {project: mode.project, session: mode.session});
  toast(`${mode.mode} ended: the session may stop when it likes`);
});

export const pause = (swarm, on) => attempt(async () => {
  await post(`/v1/swarms/${encodeURIComponent(swarm.swarm)}/${on ? 'pause' : 'resume'}`, {project: swarm.project});
  toast(on ? `Swarm ${swarm.swarm} is paused: nobody gets its tasks` : `Swarm ${swarm.swarm} goes on`, () => pause(swarm, !on));
});

/** Which steps the task model allows now. */
export const allowed = task => ({
  retry: task.status === 'failed',
  release: task.status === 'claimed',
  cancel: !['done', 'cancelled'].includes(task.status),
  reopen: task.status === 'cancelled',
});

function dialog(title, ...body) {
  const node = h('dialog', {'aria-label': title, onclose: () => node.remove()}, h('h2', title), ...body);
  document.body.append(node);
  node.showModal();
  return node;
}

export function ask(question, text, yes) {
  return new Promise(resolve => {
    let answer = false;
    const node = dialog(question, h('p.dim', text), h('div.acts', {},
      h('button.danger', {onclick: () => { answer = true; node.close(); }}, yes),
      h('button', {onclick: () => node.close()}, 'Keep them')));
    node.addEventListener('close', () => resolve(answer));
  });
}

export function showKeys() {
  const rows = [['/', 'search'], ['j  k', 'next, previous'], ['enter', 'open'], ['esc', 'close'], ['x', 'select'], ['n', 'add a task'],
    ['e', 'edit the open task'], ['g n', 'needs you'], ['g b', 'board'], ['g a', 'agents'], ['g d', 'dependencies'], ['g h', 'hooks'], ['g e', 'events'], ['?', 'this help']];
  const node = dialog('Keyboard', h('div.keys', rows.map(([key, what]) => [
    h('span', key.split(/ +/).map((part, i) => [i ? ' ' : null, h('kbd', part)])), h('span', what)])),
    h('div.acts', h('button', {onclick: () => node.close()}, 'Close')));
}

const LISTS = ['depends_on', 'tags', 'files'];

/** The form for a new task, or to edit one. */
export function editTask(task) {
  const {swarms = [], sessions = []} = world.status ?? {};
  const projects = [...new Set([...swarms, ...sessions].map(each => each.project))];
  const {project = projects[0], swarm} = place.params;
  const start = task ?? {priority: 0, wave: 0};
  const inputs = {};
  const field = (name, label, props, tag = 'input') =>
    h('label.field', h('span', label), (inputs[name] = h(tag, {value: [start[name] ?? ''].flat().join(', '), autocomplete: 'off', ...props})));
  const read = name => {
    const {value, type} = inputs[name];
    if (!LISTS.includes(name)) return type === 'number' ? Number(value) : value;
    const words = value.split(',').map(word => word.trim()).filter(Boolean);
    return name === 'depends_on' ? words.map(word => Number(word.replace('#', ''))) : words;
  };
  const error = h('p.error', {role: 'alert'});
  const refused = text => (error.textContent = text);
  const form = h('form',
    field('title', 'Title', {required: true, maxlength: 1000, autofocus: true}),
    field('description', 'Description', {}, 'textarea'),
    task ? null : h('div.two', field('project', 'Project folder', {list: 'projects', required: true, value: project ?? ''}), field('swarm', 'Swarm', {value: swarm ?? '', placeholder: 'default'}),
      h('datalist', {id: 'projects'}, projects.map(path => h('option', {value: path})))),
    h('div.two', field('priority', 'Priority (lower goes first)', {type: 'number'}), field('wave', 'Wave', {type: 'number', min: 0}),
      field('depends_on', 'Depends on tasks', {placeholder: '3, 4'}), field('tags', 'Tags', {placeholder: 'db, docs'})),
    field('files', 'Files it owns', {placeholder: 'src/parse/**'}), error,
    h('div.acts', h('button.main', task ? 'Save' : 'Add task'), h('button', {type: 'button', onclick: () => node.close()}, 'Cancel')));
  form.addEventListener('submit', async event => {
    event.preventDefault();
    const same = ([name, value]) => JSON.stringify(value) === JSON.stringify(start[name] ?? (LISTS.includes(name) ? [] : ''));
    const changed = Object.fromEntries(Object.keys(inputs).map(name => [name, read(name)]).filter(pair => !same(pair)));
    if (task) {
      if (!Object.keys(changed).length || (await change([task], () => changed, 'changed', refused)).length) node.close();
    } else {
      await post('/v1/tasks', changed).then(({tasks: [{id}]}) => {
        toast(`Task ${id} added`, () => cancelNow([id]));
        node.close();
      }, failure => refused(failure.message));
    }
  });
  const node = dialog(task ? 'Edit task ' + task.id : 'Add a task', form);
}

// Several at once.
export const picked = new Map();

export function pick(task, isOn) {
  if (isOn) picked.set(task.id, task);
  else picked.delete(task.id);
  document.querySelectorAll(`[data-id="${task.id}"]`).forEach(row => {
    row.classList.toggle('sel', isOn);
    row.querySelector('input').checked = isOn;
  });
  showPicked();
}

function drop() {
  for (const task of [...picked.values()]) pick(task, false);
}

function showPicked() {
  const tasks = [...picked.values()];
  document.body.classList.toggle('picking', tasks.length > 0);
  $('bulk').hidden = !tasks.length;
  const act = (label, name, run) => {
    const ids = tasks.filter(task => allowed(task)[name]).map(task => task.id);
    return ids.length ? h('button', {class: name === 'cancel' ? 'danger' : null, onclick: async () => { await run(ids); drop(); }}, ids.length < tasks.length ? `${label} ${ids.length}` : label) : null;
  };
  refill($('bulk'), h('b', many(tasks.length, 'task')), act('Retry', 'retry', retry), act('Release', 'release', release), act('Reopen', 'reopen', reopen),
    h('button', {onclick: async () => { await priority(tasks, -1); drop(); }}, 'Sooner'), h('button', {onclick: async () => { await priority(tasks, 1); drop(); }}, 'Later'),
    act('Cancel', 'cancel', cancel), h('button.plain', {onclick: drop}, 'Clear'));
}

export const closeTask = () => go(here({task: null}));
