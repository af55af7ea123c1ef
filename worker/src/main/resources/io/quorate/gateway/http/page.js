'use strict';
// Everything shown comes from alerts, hosts and people: it is set as text, never as markup.

const EVERY = 2000;
const seen = new Map();
const say = {sentence: ''};
/** Who is logged in. Without a login the gateway takes names at their word. */
const me = {login: false, name: null};

/** Thrown where the gateway wants a login that nobody here has, or that counts no more. */
class LoggedOut extends Error {}

function el(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props || {})) {
    if (key === 'on') node.addEventListener(...value);
    else if (key === 'class') node.className = value;
    else node.setAttribute(key, value);
  }
  node.append(...children.filter(child => child !== null && child !== undefined && child !== ''));
  return node;
}

async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)};
  const answer = await fetch(path, {...options, signal: AbortSignal.timeout(12000)});
  const json = await answer.json();
  if (answer.status === 401) throw new LoggedOut(json.error);
  if (!answer.ok && answer.status !== 409) throw new Error(json.error || 'HTTP ' + answer.status);
  return json;
}

const COLOURS = {
  completed: 'good', 'not-needed': 'good', 'waiting-for-approval': 'warn', paused: 'warn', parked: 'bad',
  refused: 'bad', rejected: 'bad', stopped: 'bad', aborted: 'bad', expired: 'warn'};
const words = state => state.replaceAll('-', ' ');
const state = name => el('span', {class: 'state ' + (COLOURS[name] || '')}, words(name));
const clock = instant => instant ? new Date(instant).toISOString().slice(11, 19) : '';
const when = instant => instant ? new Date(instant).toISOString().slice(0, 19).replace('T', ' ') + ' UTC' : '';

/** Rebuilds a part of the page only when what it shows has changed, and keeps what somebody is typing. */
function show(id, data, build) {
  const text = JSON.stringify(data);
  if (seen.get(id) === text) return;
  seen.set(id, text);
  const part = document.getElementById(id);
  const typed = [...part.querySelectorAll('input')].map(input => [input.id, input.value]);
  const focused = part.contains(document.activeElement) ? document.activeElement.id : '';
  part.replaceChildren(...build(data));
  for (const [field, value] of typed) {
    const input = document.getElementById(field);
    if (input) input.value = value;
  }
  if (focused) document.getElementById(focused)?.focus();
}

const chosen = () => decodeURIComponent(location.hash.slice(1));

function clusterItems(clusters) {
  if (!clusters.length) return [el('li', {class: 'quiet'}, 'The configuration has no cluster.')];
  return clusters.map(one => {
    const incident = one.incident;
    const line = incident && incident.open
        ? el('p', {class: 'small warn'}, 'Incident since ' + when(incident.openedAt) + '. ' + incident.finding + (incident.doing ? ' ' + incident.doing : ''))
        : el('p', {class: 'small'}, one.notice || 'No incident.');
    return el('li', {}, el('a', {href: '#' + one.cluster}, el('span', {class: 'name'}, one.cluster), line));
  });
}

function requester(asked) {
  return asked.requestedBy + (asked.requester === 'unverified' ? ' (unverified)' : '');
}

// As io.quorate.operation.RequesterKind#toApprovers says it.
function requesterToApprovers(asked) {
  return asked.requester === 'alert' ? asked.requestedBy + ' (whoever may send alerts can have sent it)' : requester(asked);
}

function operationItems({operations, chosen}) {
  if (!operations.length) return [el('li', {class: 'quiet'}, 'None so far.')];
  return operations.map(one => {
    const link = el('a', {href: '#' + one.operation},
        el('span', {class: 'name'}, one.title), ' ', state(one.state),
        el('p', {class: 'small'}, [when(one.startedAt), one.requestedBy && 'asked by ' + requester(one), one.operation]
            .filter(Boolean).join(' · ')));
    if (one.operation === chosen) link.setAttribute('aria-current', 'page');
    return el('li', {}, link);
  });
}

const MARKS = {done: '✓', 'already-done': '✓', running: '▸', failed: '✗', skipped: '–', pending: '·'};
const CAN = {observes: 'reads', reversible: 'can be undone', irreversible: 'cannot be undone', destructive: 'destroys'};

function stepItem(step, index) {
  const took = step.startedAt && step.endedAt
      ? ((new Date(step.endedAt) - new Date(step.startedAt)) / 1000).toFixed(1) + ' s' : '';
  const mark = el('span', {class: step.state === 'failed' ? 'bad' : step.state.endsWith('done') ? 'good' : 'warn',
    title: words(step.state)}, MARKS[step.state] || '·');
  return el('li', {}, el('span', {class: 'number'}, String(index + 1)), mark, el('span', {}, step.sentence),
      el('span', {class: 'hazard ' + step.hazard}, CAN[step.hazard] || step.hazard),
      el('p', {class: 'small evidence'}, [clock(step.startedAt), took, step.evidence].filter(Boolean).join(' · ')));
}

function approvalLine(approval) {
  const decided = approval.decisions.map(one => one.by + ' ' + words(one.verdict) + ' (' + one.door + ', ' + clock(one.at) + ')'
      + (one.reason ? ': ' + one.reason : '')).join('; ');
  return el('p', {}, el('code', {}, approval.digest.slice(0, 8)), ' ', words(approval.state) + '. ',
      approval.because ? approval.because + ' ' : '', decided || 'Nobody has decided.');
}

async function send(button, path, body) {
  const form = button.closest('form');
  const buttons = [...form.querySelectorAll('button')];
  buttons.forEach(one => { one.disabled = true; });
  try {
    const answer = await ask(path, {...body, door: 'page', id: crypto.randomUUID ? crypto.randomUUID() : undefined});
    say.sentence = answer.sentence;
  } catch (problem) {
    say.sentence = problem.message;
  }
  buttons.forEach(one => { one.disabled = false; });
  const told = form.querySelector('[role=status]');
  if (told) told.textContent = say.sentence;
  refresh();
}

function field(name, label, value) {
  const input = el('input', {name, id: 'field-' + name, autocomplete: 'off', maxlength: '500'});
  input.value = value || '';
  return [el('label', {for: 'field-' + name}, label), input];
}

/**
 * Who is asking: the person who is logged in; else a name that the gateway takes at its word, remembered for this tab only.
 */
function whoFields(reasonLabel) {
  const who = me.login ? [el('p', {class: 'small'}, 'You are ' + me.name + '.')]
      : field('by', 'Your name', sessionStorage.getItem('by'));
  return [...who, ...field('reason', reasonLabel)];
}

const ASKED = {by: 'Say who you are.', reason: 'Say why.', confirm: 'Type the name of the cluster.'};

/** What the form says; null, with a word on what is missing, where one of the needed fields is empty. */
function filled(form, ...needed) {
  const value = name => form.elements[name] ? form.elements[name].value.trim() : '';
  const missing = ['by', ...needed].find(name => form.elements[name] && !value(name));
  if (missing) {
    form.querySelector('[role=status]').textContent = ASKED[missing];
    form.elements[missing].focus();
    return null;
  }
  if (!me.login) sessionStorage.setItem('by', value('by'));
  return {by: me.login ? me.name : value('by'), reason: value('reason'), confirm: value('confirm')};
}

function question(operation, approval) {
  const path = '/api/operations/' + encodeURIComponent(operation.operation);
  const briefing = operation.briefing;
  const cannot = briefing && briefing.pointOfNoReturn;
  const yes = el('button', {class: 'yes', type: 'button', on: ['click', () => {
    const who = filled(form, 'confirm');
    const last = 'Approve plan ' + approval.digest.slice(0, 8) + ' as ' + (who && who.by) + '?'
        + (cannot ? '\n\nThis cannot be undone: ' + cannot + '.' : '');
    if (who && confirm(last)) send(yes, path + '/approve', {
      by: who.by, comment: who.reason, digest: approval.digest, question: approval.id,
      confirm: who.confirm});
  }]}, 'Approve');
  const no = el('button', {class: 'no', type: 'button', on: ['click', () => {
    const who = filled(form, 'reason');
    if (who) send(no, path + '/reject', {by: who.by, reason: who.reason, digest: approval.digest, question: approval.id});
  }]}, 'Reject');
  const form = el('form', {class: 'question', on: ['submit', event => event.preventDefault()]},
      el('h3', {}, 'Approve plan ' + approval.digest.slice(0, 8) + '?'),
      el('p', {}, [briefing && briefing.needs && 'Needs ' + briefing.needs, 'Expires ' + when(approval.expiresAt)]
          .filter(Boolean).join('. ') + '.'),
      cannot ? el('p', {class: 'bad'}, 'Cannot be undone: ' + cannot + '.') : null,
      approval.typed ? el('p', {class: 'bad'}, 'This can cost acknowledged writes.') : null,
      ...whoFields('Comment, or the reason of a no'),
      ...(approval.typed ? field('confirm', 'To approve, type the name of the cluster') : []), el('div', {}, yes, no),
      el('p', {role: 'status'}, say.sentence));
  return form;
}

const ENDED = ['completed', 'not-needed', 'refused', 'rejected', 'expired', 'stopped', 'aborted'];

function steering(operation) {
  if (ENDED.includes(operation.state) || operation.state === 'waiting-for-approval') return null;
  const offered = operation.state === 'parked' ? (operation.choices || [])
      : operation.state === 'paused' ? [{verb: 'continue'}, {verb: 'abort'}] : [{verb: 'pause'}, {verb: 'abort'}];
  const path = '/api/operations/' + encodeURIComponent(operation.operation) + '/';
  const form = el('form', {class: 'question', on: ['submit', event => event.preventDefault()]}, ...whoFields('Reason'),
      el('div', {}, ...offered.map(choice => {
        const button = el('button', {type: 'button', class: choice.verb === 'abort' ? 'no' : '', on: ['click', () => {
          const who = filled(form, ...(choice.verb === 'skip' ? ['reason'] : []));
          if (who) send(button, path + choice.verb, {by: who.by, reason: who.reason});
        }]}, choice.verb);
        return button;
      })),
      ...offered.filter(choice => choice.sentence).map(choice => el('p', {class: 'small'}, choice.verb + ': ' + choice.sentence)),
      el('p', {role: 'status'}, say.sentence));
  return form;
}

function section(title, ...content) {
  return content.some(Boolean) ? [el('h3', {}, title), ...content.filter(Boolean)] : [];
}

function operationParts(operation) {
  const briefing = operation.briefing;
  const open = (operation.approvals || []).find(one => one.state === 'open');
  const links = operation.temporal ? el('p', {class: 'small'},
      el('a', {href: operation.temporal, rel: 'noreferrer', target: '_blank'}, 'In Temporal')) : null;
  return [
    el('h2', {}, operation.title || operation.operation),
    el('p', {}, state(operation.state), operation.since ? ' since ' + when(operation.since) : '', ' · ',
        operation.operation, ' · ', operation.runbook, ' · asked by ',
        requesterToApprovers(operation),
        operation.round ? ' · round ' + operation.round : ''),
    el('p', {}, operation.because || ''),
    (operation.do || []).length ? el('ul', {}, ...operation.do.map(one => el('li', {}, 'Do: ' + one))) : null,
    operation.waitingOn ? el('p', {}, 'Waits for ' + operation.waitingOn + '.') : null,
    links,
    ...(operation.notices || []).map(notice => el('p', {class: 'notice'}, notice)),
    ...(briefing ? [
      el('h3', {}, 'What is wrong'), el('p', {}, briefing.finding),
      briefing.memberTable.length ? el('pre', {}, briefing.memberTable.join('\n')) : null,
      el('p', {class: 'small'}, [briefing.marginLine && 'Margin: ' + briefing.marginLine, briefing.snapshotLine].filter(Boolean).join(' · ')),
      el('p', {}, briefing.promise),
      ...(operation.report ? operation.report.lines.map(line => el('p', {class: 'notice'}, line)) : []),
      ...briefing.warnings.map(warning => el('p', {class: 'notice'}, warning))] : []),
    ...section('Plan' + (operation.digest ? ' ' + operation.digest.slice(0, 8) : ''),
        (operation.steps || []).length ? el('ol', {class: 'steps'}, ...operation.steps.map(stepItem)) : null),
    ...section('Approvals', ...(operation.approvals || []).map(approvalLine)),
    (open ? question(operation, open) : steering(operation)) || (say.sentence ? el('p', {role: 'status'}, say.sentence) : null)
  ].filter(Boolean);
}

async function refreshOperation() {
  const name = chosen();
  if (!name) {
    show('operation', null, () => [el('p', {class: 'quiet'}, 'Choose an operation.')]);
    return;
  }
  try {
    const operation = await ask('/api/operations/' + encodeURIComponent(name));
    if (name === chosen()) show('operation', operation, operationParts);
  } catch (problem) {
    if (problem instanceof LoggedOut) throw problem;
    if (name === chosen()) show('operation', problem.message, message => [el('p', {class: 'notice'}, message)]);
  }
}

async function refreshLists() {
  const clusters = await ask('/api/clusters');
  show('clusters', clusters.clusters, clusterItems);
  const listed = await ask('/api/operations');
  show('operations', {operations: listed.operations, chosen: chosen()}, operationItems);
  const notice = document.getElementById('operations-notice');
  notice.hidden = !listed.notice;
  notice.textContent = listed.notice || '';
  if (!chosen() && listed.operations.length) location.replace('#' + listed.operations[0].operation);
}

/** The login form takes the place of everything; the token goes into the body of one request and nowhere else. */
function loginForm() {
  const token = el('input', {id: 'token', type: 'password', autocomplete: 'current-password', spellcheck: 'false'});
  const told = el('p', {role: 'status'}, '');
  const form = el('form', {class: 'question', on: ['submit', async event => {
    event.preventDefault();
    try {
      Object.assign(me, await ask('/api/session', {token: token.value.trim()}));
      token.value = '';
      seen.clear();
      refresh();
    } catch (problem) {
      told.textContent = problem.message;
      token.value = '';
      token.focus();
    }
  }]}, el('h2', {}, 'Log in'), el('label', {for: 'token'}, 'Your token'), token,
  el('div', {}, el('button', {class: 'yes', type: 'submit'}, 'Log in')), told);
  return form;
}

/** Nothing that was shown to who was logged in stays on the screen. */
function loggedOut() {
  Object.assign(me, {login: true, name: null});
  const line = document.getElementById('connection');
  line.className = '';
  line.textContent = 'Not logged in';
  say.sentence = '';
  who();
  if (document.getElementById('token')) return;
  seen.clear();
  for (const part of ['clusters', 'operations']) document.getElementById(part).replaceChildren();
  document.getElementById('operations-notice').hidden = true;
  document.getElementById('operation').replaceChildren(loginForm());
  document.getElementById('token').focus();
}

/** Who is logged in, at the top of the page, and the way out. */
function who() {
  document.getElementById('who').replaceChildren(...(me.name
      ? [me.name, ' ', el('button', {type: 'button', class: 'plain', on: ['click', logOut]}, 'Log out')] : []));
}

async function logOut() {
  try {
    const answer = await fetch('/api/session', {method: 'DELETE', signal: AbortSignal.timeout(12000)});
    if (!answer.ok) throw new Error('HTTP ' + answer.status);
    loggedOut();
  } catch (problem) {
    document.getElementById('connection').textContent = 'Not logged out: ' + problem.message;
  }
}

let round = 0;
async function refresh() {
  const mine = ++round;
  const known = await ask('/api/session').then(
      session => { Object.assign(me, session); who(); return null; }, problem => problem);
  if (mine !== round) return;
  if (known instanceof LoggedOut) {
    loggedOut();
    return;
  }
  const results = await Promise.allSettled([refreshLists(), refreshOperation()]);
  if (mine !== round) return;
  const failed = results.find(one => one.status === 'rejected');
  if (failed && failed.reason instanceof LoggedOut) {
    refresh();
    return;
  }
  const line = document.getElementById('connection');
  line.className = failed ? 'bad' : '';
  line.textContent = failed ? 'Not up to date: ' + failed.reason.message : 'Live, ' + clock(new Date()) + ' UTC';
  setTimeout(() => { if (mine === round) refresh(); }, EVERY);
}

addEventListener('hashchange', () => {
  say.sentence = '';
  seen.delete('operation');
  document.getElementById('operation').replaceChildren();
  refresh();
});
refresh();
