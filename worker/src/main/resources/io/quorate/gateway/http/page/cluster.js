// One cluster: how it stands now, what the watch found, and what each single loss would cost.
import {el, show} from '/page/dom.js';
import {lasting, since} from '/page/words.js';
import {kept, now, nowParts} from '/page/now.js';

const OF = 'cluster=';
export const linkTo = cluster => '#' + OF + encodeURIComponent(cluster);
export const isCluster = name => name.startsWith(OF);

function found({answer, trouble}) {
  const findings = answer ? answer.findings : [];
  const told = one => one.silence ? 'silenced ' + one.silence : one.told ? 'people were told' : 'nobody was told';
  return [el('h3', {}, 'Found by the watch'), findings.length
      ? el('ul', {class: 'plain'}, ...findings.map(one => el('li', {}, one.sentence + ' ', el('span', {class: 'quiet'}, since(one.since), ', ', told(one)))))
      : el('p', {class: 'quiet'}, answer ? 'Nothing.' : trouble || 'Asking the watch.'),
    answer && answer.notice ? el('p', {class: 'quiet'}, answer.notice) : null];
}

const quorum = loss => loss.margin === null ? 'not known' : loss.margin < 0 ? 'gone' : loss.margin + ' to spare';

function cost(loss) {
  if (loss.lostSeconds !== null) return 'at most ' + lasting(loss.lostSeconds * 1000) + ' of writes';
  return (loss.costs || '').split('. ')[0];
}

function row(loss) {
  return el('tr', {}, el('th', {scope: 'row', title: loss.words}, loss.words.length > 28 ? loss.words.slice(0, 27) + '…' : loss.words), el('td', {class: loss.margin !== null && loss.margin < 0 ? 'bad' : ''}, quorum(loss)),
      el('td', {}, loss.proposed || 'nothing: ' + loss.finding), el('td', {}, cost(loss)));
}

function losses({answer, trouble}) {
  if (!answer) return [el('h3', {}, 'If something were lost'), el('p', {class: 'quiet'}, trouble || 'Judging each loss.')];
  const today = [...new Set(answer.losses.flatMap(loss => loss.cheaper))];
  return [el('h3', {}, 'If something were lost'),
    el('table', {class: 'losses'}, el('thead', {}, el('tr', {}, ...['Loss of', 'Quorum', 'Proposed then', 'Costs'].map(name => el('th', {scope: 'col'}, name)))),
        el('tbody', {}, ...answer.losses.map(row))),
    today.length ? el('ul', {class: 'do'}, ...today.map(one => el('li', {}, 'Do today: ' + one))) : null];
}

const rank = status => !status || status.margin > 0 ? '' : status.margin < 0 ? 'bad' : 'warn';

function clusterParts({cluster, stands, watch, whatIf}) {
  return [
    el('div', {class: 'head ' + rank(stands.status)}, el('p', {class: 'eyebrow'}, 'Cluster'), el('p', {class: 'wrong'}, cluster), el('p', {}, stands.sentence)),
    ...nowParts(stands), ...found(watch), ...losses(whatIf)];
}

/** Shows the cluster of this name in the address; what takes seconds comes with a later round. */
export function showCluster(name, whenSeen) {
  const cluster = name.slice(OF.length);
  const path = encodeURIComponent(cluster);
  show('operation', {cluster, stands: now(cluster, whenSeen), watch: kept('/api/watch?cluster=' + path, 15000, whenSeen),
    whatIf: kept('/api/clusters/' + path + '/what-if', 60000, whenSeen)}, clusterParts);
}
