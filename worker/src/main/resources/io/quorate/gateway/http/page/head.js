// The first lines of an operation: what is wrong, what is proposed, what it costs, who was asked, what comes next.
import {el} from '/page/dom.js';
import {clock, requester} from '/page/words.js';

const firstOf = (...texts) => texts.find(Boolean) || '';

function asked(operation, open) {
  const needs = open && operation.briefing ? ' Needs ' + operation.briefing.needs + '. Until ' + clock(open.expiresAt) + ' UTC.' : '';
  return 'Asked by ' + requester(operation) + '.' + needs;
}

/** The gateway's own head; of an operation of an older worker, the same lines from what it says. */
export function headOf(operation) {
  if (operation.head) return operation.head;
  const briefing = operation.briefing;
  const open = openQuestion(operation);
  const report = operation.report ? operation.report.lines[0] : '';
  return {
    wrong: firstOf(briefing && briefing.finding, operation.because, operation.title),
    proposed: open && briefing ? 'Proposed: ' + briefing.title + '.' : '',
    costs: open && briefing ? firstOf(report, briefing.promise) : '',
    asked: asked(operation, open),
    next: open ? 'Nothing happens until then.' : briefing ? operation.because : ''};
}

export const openQuestion = operation => (operation.approvals || []).find(one => one.state === 'open');

export function headLines(head, loses) {
  const line = name => head[name] ? el('p', {class: name + (name === 'costs' && loses ? ' loses' : '')}, head[name]) : null;
  return [el('h2', {class: 'wrong'}, head.wrong), ...['proposed', 'costs', 'asked', 'next'].map(line)].filter(Boolean);
}
