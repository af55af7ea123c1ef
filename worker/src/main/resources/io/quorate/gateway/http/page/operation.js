// One operation: head, buttons, facts, plan, answers.
import {el, show} from '/page/dom.js';
import {at, clock, hasEnded, lasting, requester, severity, since, state, words} from '/page/words.js';
import {destroys, headLines, openQuestion} from '/page/head.js';
import {buttons} from '/page/actions.js';
import {nowParts} from '/page/now.js';

const MARKS = {done: ['✓', 'good'], 'already-done': ['✓', 'good'], running: ['▸', 'busy'], failed: ['✗', 'bad'], skipped: ['–', 'warn']};
const DANGERS = {irreversible: ['cannot be undone', 'warn'], destructive: ['destroys', 'bad']};
const wide = () => matchMedia('(min-width: 48rem)').matches;

function stepItem(step, index) {
  const [mark, colour] = MARKS[step.state] || [String(index + 1), 'quiet'];
  const danger = DANGERS[step.hazard];
  const took = step.startedAt && step.endedAt ? lasting(new Date(step.endedAt) - new Date(step.startedAt)) : '';
  const facts = [step.startedAt && clock(step.startedAt, true) + ' UTC', took, step.evidence].filter(Boolean).join(', ');
  return el('li', {class: 'step ' + step.state},
      el('span', {class: 'number ' + colour, 'aria-label': words(step.state)}, mark),
      el('span', {class: 'sentence'}, step.sentence, danger ? [' ', el('span', {class: 'risk ' + danger[1]}, danger[0])] : ''),
      facts ? el('span', {class: 'evidence'}, facts) : null);
}

function fact(name, ...value) {
  return value.some(Boolean) ? [el('dt', {}, name), el('dd', {}, ...value.filter(Boolean))] : [];
}

/** Briefings say a margin below nothing as a number; people are told how many are missing. */
const margin = line => line && !line.includes('-') ? line : '';

function factsOf(operation) {
  const briefing = operation.briefing;
  if (!briefing) return [];
  const seenAt = briefing.seenAt || (openQuestion(operation) || operation.approvals?.at(-1) || {}).askedAt;
  const when = seenAt ? ['as seen at ', at(seenAt)] : 'as the plan has them';
  return [el('h3', {}, 'Facts, ', when),
    el('dl', {}, fact('Cluster', briefing.finding), fact('Margin', margin(briefing.marginLine)),
        fact('Snapshot', briefing.snapshotLine),
        fact('Can be lost', el('ul', {}, ...(operation.report ? operation.report.lines : [briefing.promise]).map(line => el('li', {}, line)))),
        fact('Cannot be undone', briefing.pointOfNoReturn)),
    briefing.memberTable.length ? el('details', {'data-of': 'members', open: wide()},
        el('summary', {}, 'Members at that time'), el('pre', {tabindex: '0'}, briefing.memberTable.join('\n'))) : null];
}

function listed(title, items) {
  return items.length ? [el('h3', {}, title), el('ul', {class: 'plain'}, ...items.map(item => el('li', {}, item)))] : [];
}

function answers(operation) {
  return (operation.approvals || []).map(one => el('li', {},
      el('span', {class: 'state ' + (one.state === 'open' ? 'warn' : one.state === 'approved' ? 'good' : 'calm')}, words(one.state)),
      ' plan ', el('code', {}, one.digest.slice(0, 8)), ', asked at ', at(one.askedAt), '. ', one.because || '',
      el('ul', {class: 'plain'},
          ...one.decisions.map(said => el('li', {}, said.by + (said.identity === 'typed' ? ' (unverified)' : ''), ' ', said.verdict === 'approve' ? 'said yes' : 'said no', ', ', words(said.door), ', ', at(said.at, true), said.reason ? ': ' + said.reason : '')),
          ...one.refused.map(said => el('li', {class: 'quiet'}, said.by + (said.identity === 'typed' ? ' (unverified)' : ''), ' did not count, ', at(said.at, true), ': ', said.because)))));
}

function record(operation) {
  return [el('h3', {}, 'Record'), el('dl', {},
      fact('Operation', el('code', {}, operation.operation)), fact('Runbook', words(operation.runbook)),
      fact('Asked by', requester(operation) + (operation.requester === 'alert' ? ' (whoever may send alerts can have sent it)' : ''), ', ', operation.requestedAt ? at(operation.requestedAt) : ''),
      fact('Plan', operation.digest ? el('code', {}, operation.digest.slice(0, 8)) : '', operation.round > 1 ? ', round ' + operation.round : ''),
      fact('Timeline', el('code', {}, 'quorate timeline ' + operation.operation)),
      operation.temporal ? fact('History', el('a', {href: operation.temporal, rel: 'noreferrer', target: '_blank'}, 'In Temporal')) : [])];
}

/** What a person can do, as far as the head does not say it. */
function todo(operation) {
  const left = (operation.do || []).filter(one => !operation.head.next.includes(one));
  return left.length ? el('ul', {class: 'do'}, ...left.map(one => el('li', {}, 'Do: ' + one))) : null;
}

export function operationParts({operation, now, unmended}) {
  const open = openQuestion(operation);
  const stands = ['parked', 'paused'].includes(operation.state);
  const head = {...operation.head, ...(stands && now && now.sentence ? {wrong: operation.cluster + ': ' + now.sentence} : {})};
  const loses = open && destroys(operation);
  const rank = loses ? 'bad' : severity(operation.state);
  return [
    el('div', {class: 'head ' + rank + (stands ? ' stands' : '')},
        el('p', {class: 'eyebrow'}, state(operation.state), operation.since ? [hasEnded(operation.state) ? ' ' : ' since ', since(operation.since)] : ''),
        ...headLines(head, loses), todo(operation)),
    buttons(operation, open, unmended),
    ...(stands && now ? nowParts(now) : []),
    ...listed('Know before a yes', open && operation.briefing ? operation.briefing.warnings : []),
    ...listed('Notices', operation.notices || []),
    ...((operation.steps || []).length ? [el('h3', {}, 'Plan'), el('ol', {class: 'steps'}, ...operation.steps.map(stepItem))] : []),
    ...factsOf(operation),
    ...(!open && operation.briefing ? listed('Said before the yes', operation.briefing.warnings) : []),
    ...((operation.approvals || []).length ? [el('h3', {}, 'Answers'), el('ul', {class: 'plain answers'}, ...answers(operation))] : []),
    ...record(operation)];
}

export function showOperation(operation, now, unmended) {
  show('operation', {operation, now, unmended}, operationParts);
}
