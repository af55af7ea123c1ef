// How a cluster stands now, beside what its plan was made of.
import {el} from '/page/dom.js';
import {at} from '/page/words.js';
import {ask} from '/page/api.js';

const EVERY = 10000;
const looks = new Map();

/** The last look at a cluster, and another one on its way where it is old. A look takes seconds: nobody waits. */
export function now(cluster, whenSeen) {
  const known = looks.get(cluster) || {status: null, asked: 0, trouble: ''};
  looks.set(cluster, known);
  if (Date.now() - known.asked > EVERY) {
    known.asked = Date.now();
    ask('/api/clusters/' + encodeURIComponent(cluster) + '/now').then(
        status => { Object.assign(known, {status, trouble: ''}); whenSeen(); },
        problem => { known.trouble = problem.message; whenSeen(); });
  }
  return {cluster, status: known.status, trouble: known.trouble,
    sentence: known.status ? known.status.diagnosis.sentence : ''};
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
