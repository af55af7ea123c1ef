// What a person can do about an operation: each button opens a dialog that says the consequence.
import {el, part} from '/page/dom.js';
import {ask, me, operationPath} from '/page/api.js';
import {destroys} from '/page/head.js';
import {hasEnded} from '/page/words.js';

const CONSEQUENCES = {
  pause: 'It stops after the step that is under way. Nothing is undone.',
  continue: 'It goes on with the next step of its plan.',
  abort: 'It ends after the step that is under way, and undoes what can be undone.'};
const LABELS = {retry: 'Retry…', skip: 'Skip…', abort: 'Abort…', pause: 'Pause…', continue: 'Continue…'};

/** The last answer to what this person did, and to which operation. */
const said = {operation: '', sentence: ''};
export const forgetAnswer = () => { said.sentence = ''; };

const sentTo = new EventTarget();
export const onSent = listener => sentTo.addEventListener('sent', listener);

function field(name, label, needed) {
  return [el('label', {for: 'field-' + name}, label),
    el('input', {name, id: 'field-' + name, autocomplete: 'off', spellcheck: 'false', maxlength: '500', required: needed})];
}

/** The name is asked for where the gateway takes it at its word; it is remembered for this tab only. */
function whoField() {
  if (me.login) return [];
  const [label, input] = field('by', 'Your name', true);
  input.value = sessionStorage.getItem('by') || '';
  return [label, input];
}

/**
 * Opens a dialog. `send` gets what was typed and returns the gateway's answer; an answer that does not count
 * is shown in the dialog, which stays open with what was typed.
 */
function dialog(operation, {title, lines, fields, button, danger, send}) {
  const told = el('p', {class: 'told', role: 'alert'});
  const form = el('form', {method: 'dialog', novalidate: true});
  const box = el('dialog', {'aria-labelledby': 'dialog-title', on: ['close', () => box.remove()]}, form);
  const yes = el('button', {type: 'submit', class: danger ? 'danger' : 'primary'}, marked(operation, button));
  form.append(el('h2', {id: 'dialog-title'}, marked(operation, title)),
      ...lines.filter(Boolean).map(([text, colour]) => el('p', {class: colour || ''}, marked(operation, text))),
      ...whoField(), ...fields.flat(), told,
      el('div', {class: 'buttons'}, yes, el('button', {type: 'button', on: ['click', () => box.close()]}, 'Cancel')));
  form.addEventListener('submit', async event => {
    event.preventDefault();
    const missing = [...form.elements].find(one => one.required && !one.value.trim());
    if (missing) {
      told.textContent = missing.labels[0].textContent + ' is missing.';
      missing.focus();
      return;
    }
    const typed = Object.fromEntries([...form.elements].filter(one => one.name).map(one => [one.name, one.value.trim()]));
    if (typed.by) sessionStorage.setItem('by', typed.by);
    yes.disabled = true;
    try {
      const answer = await send({by: me.name, ...typed});
      if (answer.counted === false) throw new Error(answer.sentence);
      Object.assign(said, {operation: operation.operation, sentence: answer.sentence});
      box.close();
    } catch (problem) {
      told.textContent = problem.message;
    }
    yes.disabled = false;
    sentTo.dispatchEvent(new Event('sent'));
  });
  document.body.append(box);
  box.showModal();
}

function post(operation, verb, body) {
  return ask(operationPath(operation.operation) + '/' + verb,
      {...body, door: 'page', id: crypto.randomUUID ? crypto.randomUUID() : undefined});
}

function approve(operation, open) {
  const loses = destroys(operation);
  const cannot = operation.briefing && operation.briefing.pointOfNoReturn;
  dialog(operation, {
    title: 'Approve plan ' + open.digest.slice(0, 8) + '?',
    lines: [[operation.head.costs, loses ? 'bad' : ''], !loses && cannot ? ['Cannot be undone: ' + cannot + '.', 'warn'] : null],
    fields: [open.typed ? field('confirm', 'Name of the cluster', true) : [], field('comment', 'Comment (optional)')],
    button: 'Approve', danger: loses,
    send: typed => {
      if (open.typed && typed.confirm !== open.typed) throw new Error('This is not the name of the cluster. Nothing was approved.');
      return post(operation, 'approve', {...typed, digest: open.digest, question: open.id});
    }});
}

function reject(operation, open) {
  dialog(operation, {
    title: 'Reject plan ' + open.digest.slice(0, 8) + '?', lines: [['Nothing is done. The operation ends.']],
    fields: [field('reason', 'Reason', true)], button: 'Reject',
    send: typed => post(operation, 'reject', {...typed, digest: open.digest, question: open.id})});
}

/** A dialog that was opened at one park does nothing to the next one: the request names its place. */
function steer(operation, {verb, sentence}) {
  const says = sentence ? verb + ': ' + sentence + '.' : CONSEQUENCES[verb];
  const label = LABELS[verb].replace('…', '');
  const place = operation.place || undefined;
  dialog(operation, {
    title: label + '?', lines: [[says[0].toUpperCase() + says.slice(1)]],
    fields: [field('reason', verb === 'skip' ? 'Reason' : 'Reason (optional)', verb === 'skip')],
    button: label, danger: verb === 'abort', send: typed => post(operation, verb, {...typed, place})});
}

function take(operation) {
  dialog(operation, {
    title: 'Are you on it?', lines: [['Reminders stop for 30 minutes, and everybody sees your name. It approves nothing.']],
    fields: [], button: 'I am on it', send: typed => post(operation, 'take', typed)});
}

function askAgain(operation) {
  dialog(operation, {
    title: 'Ask again?', lines: [['The cluster is looked at, and the incident proposes what answers its trouble. Nothing is changed before approvers said yes.']],
    fields: [field('reason', 'Reason (optional)')], button: 'Ask again', send: typed => post(operation, 'ask-again', typed)});
}

function offered(operation) {
  if (operation.state === 'parked') return operation.choices || [];
  if (operation.state === 'paused') return [{verb: 'continue'}, {verb: 'abort'}];
  return [{verb: 'pause'}, {verb: 'abort'}];
}

/** The words with the mark of a rehearsal, which every line about one has. */
function marked(operation, words) {
  return operation.runbook === 'rehearsal' && !words.includes('REHEARSAL') ? 'REHEARSAL: ' + words : words;
}

function button(words, kind, act) {
  return el('button', {type: 'button', class: kind, 'data-of': 'button ' + words, on: ['click', act]}, words);
}

/**
 * The buttons of an operation, and the answer to the last one that was pressed. `unmended`: it has ended, and its
 * cluster's incident waits for people.
 */
export function buttons(operation, open, unmended) {
  const told = said.operation === operation.operation ? said.sentence : '';
  const all = open ? [button(marked(operation, 'Approve…'), destroys(operation) ? 'danger' : 'primary', () => approve(operation, open)), button(marked(operation, 'Reject…'), '', () => reject(operation, open))]
      : hasEnded(operation.state) ? unmended ? [button('Ask again…', 'primary', () => askAgain(operation))] : []
          : offered(operation).map((choice, index) => button(marked(operation, LABELS[choice.verb] || choice.verb), index === 0 && operation.state !== 'running' ? 'primary' : '', () => steer(operation, choice)));
  if (open || ['parked', 'paused'].includes(operation.state)) all.push(button(marked(operation, 'I am on it…'), '', () => take(operation)));
  return el('div', {class: 'actions'}, all.length ? el('div', {class: 'buttons'}, ...all) : null,
      el('p', {class: 'told', role: 'status', id: 'told'}, told));
}

/** Says the last answer at once; the page is built anew only where the operation has changed. */
export function sayAnswer(operation) {
  if (part('told') && said.operation === operation) part('told').textContent = said.sentence;
}
