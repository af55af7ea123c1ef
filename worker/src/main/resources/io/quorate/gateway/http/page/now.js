// How a cluster stands now, beside what its plan was made of.
import {el} from '/page/dom.js';
import {at} from '/page/words.js';
import {ask} from '/page/api.js';

const EVERY = 10000;
const answers = new Map();

/** The last answer to a question that takes seconds, and the next one on its way where it is old. Nobody waits. */
export function kept(path, every, whenSeen) {
  const known = answers.get(path) || {answer: null, asked: 0, trouble: ''};
  answers.set(path, known);
  if (Date.now() - known.asked > every) {
    known.asked = Date.now();
    ask(path).then(
        answer => { Object.assign(known, {answer, trouble: ''}); whenSeen(); },
        problem => { known.trouble = problem.message; whenSeen(); });
  }
  return {answer: known.answer, trouble: known.trouble};
}

export function now(cluster, whenSeen) {
  const {answer, trouble} = kept('/api/clusters/' + encodeURIComponent(cluster) + '/now', EVERY, whenSeen);
  return {cluster, status: answer, trouble, sentence: answer ? answer.diagnosis.sentence : ''};
}

function margin(status) {
  const voters = status.members.filter(one => one.votingStatus === 'voter');
  const missing = voters.filter(one => !one.observed).length;
  if (status.margin < 0) return missing + ' of ' + voters.length + ' voters are missing. Writes fail.';
  return status.margin === 0 ? 'One more loss stops all writes.' : status.margin + ' more may fail.';
}

function member(one) {
  const says = one.leader ? 'leader' : one.observed ? 'answers' : 'does not answer';
  return el('tr', {}, el('th', {scope: 'row'}, one.name), el('td', {}, one.votingStatus), el('td', {class: one.observed ? '' : 'bad'}, says),
      el('td', {}, one.version || ''), el('td', {class: 'figure'}, one.revision === null ? '' : one.revision.toLocaleString('en')));
}

export function nowParts({status, trouble}) {
  if (!status) return [el('h3', {}, 'Now'), el('p', {class: 'quiet'}, trouble || 'Looking at the cluster.')];
  return [el('h3', {}, 'Now, at ', at(status.at, true)),
    el('p', {}, margin(status), trouble ? ' ' + trouble : ''),
    el('table', {}, el('thead', {}, el('tr', {}, ...['Member', 'Is', 'State', 'Version', 'Revision'].map(name => el('th', {scope: 'col', class: name === 'Revision' ? 'figure' : null}, name)))),
        el('tbody', {}, ...status.members.map(member)))];
}
