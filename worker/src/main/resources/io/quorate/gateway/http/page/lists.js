// What needs somebody, what runs, the clusters by how they stand, and the past.
import {el, show, part} from '/page/dom.js';
import {hasEnded, hasSucceeded, needsSomebody, requester, severity, since, state, words, worseFirst} from '/page/words.js';
import {withoutName} from '/page/head.js';
import {linkTo} from '/page/cluster.js';

/** An operation that was ended in Temporal may have no worker that can say how it stood. */
const isOver = row => hasEnded(row.state) || Boolean(row.endedAt);

const of = operation => '#' + encodeURIComponent(operation);

/** While writes fail nothing is worse, whatever the matter waits for. */
function rank(row) {
  return row.writesFailSince ? 'bad' : severity(row.state);
}

const wrongOf = row => row.head ? withoutName(row.cluster, row.head.wrong) : row.title;

function link(row, chosen, ...inside) {
  return el('a', {href: of(row.operation), 'data-of': row.operation,
    'aria-current': row.operation === chosen ? 'page' : null}, ...inside);
}

function matter(row, chosen) {
  return el('li', {class: 'item ' + rank(row)}, link(row, chosen,
      el('strong', {}, row.head ? row.head.wrong : row.title),
      row.head ? el('span', {class: 'line'}, row.head.proposed) : null,
      el('span', {class: 'meta'}, state(row.state), ' since ', since(row.since || row.startedAt))));
}

/** An incident that nobody acts on: something is wrong, and no operation of its cluster goes on. */
function unmended(cluster, operations) {
  return cluster.incident && cluster.incident.open
      && !operations.some(one => one.cluster === cluster.cluster && !isOver(one));
}

/** The last operations of clusters whose incident nobody mends, as of the lists that were shown last. */
let leftTrouble = new Set();
export const leftItsTrouble = operation => leftTrouble.has(operation);

function incidentItem(cluster) {
  const incident = cluster.incident;
  return el('li', {class: 'item bad'}, el('a', {href: of(incident.operation || cluster.cluster), 'data-of': cluster.cluster + ' incident'},
      el('strong', {}, incident.head ? incident.head.wrong : incident.finding), el('span', {class: 'line'}, incident.doing),
      el('span', {class: 'meta'}, el('span', {class: 'state bad'}, 'not mended'), ' since ', since(incident.openedAt))));
}

/**
 * How a cluster stands. "Whole" is said only where the last operation or the watch saw it: a backup that was saved
 * proves nothing, and its look may have found trouble. Of a part of the operations nobody can tell that there was none.
 */
export function standing(cluster, operations, isPart) {
  const own = operations.filter(one => one.cluster === cluster.cluster);
  const live = own.find(one => !isOver(one));
  const incident = cluster.incident;
  if (cluster.notice) return {rank: 'warn', says: cluster.notice};
  if (incident && incident.open) return {rank: 'bad', says: incident.head ? withoutName(cluster.cluster, incident.head.wrong) : incident.finding, from: incident.openedAt, to: incident.operation};
  if (live) return {rank: rank(live), says: wrongOf(live), from: live.since || live.startedAt, to: live.operation};
  const seen = cluster.diagnosis;
  if (seen && seen.name !== 'whole') return {rank: cluster.margin < 0 ? 'bad' : 'warn', says: seen.sentence, from: cluster.lookedAt};
  const told = cluster.findings.find(one => !one.diagnosis && one.urgency !== 'listed');
  if (told) return {rank: 'warn', says: told.sentence, from: told.since};
  const last = own[0];
  if (last && !hasSucceeded(last.state) && !(incident && incident.operation === last.operation)) {
    return {rank: 'warn', says: wrongOf(last) + ' This was the last look; the operation was ' + words(last.state) + '.',
      from: last.endedAt, to: last.operation};
  }
  if (last && last.whole) {
    return {rank: 'good', says: 'No incident. Whole at the end of the last operation.', from: last.endedAt, to: last.operation};
  }
  if (last && last.trouble) {
    return {rank: 'warn', says: last.trouble + ' This was seen by the last operation, which mended something else.',
      from: last.endedAt, to: last.operation};
  }
  if (seen) return {rank: 'good', says: 'No incident. ' + seen.sentence, from: cluster.lookedAt, to: last && last.operation};
  const never = isPart ? 'No incident.' : 'No incident, and no operation so far.';
  return {rank: 'calm', says: incident ? 'No incident. The last one is over.' : never, to: last && last.operation};
}

function clusterItem({cluster, how}, chosen) {
  const row = {operation: how.to || cluster.cluster};
  return el('li', {class: 'item ' + how.rank}, link(row, chosen, el('strong', {class: 'name'}, cluster.cluster),
      el('span', {class: 'line'}, how.says), how.from ? el('span', {class: 'meta'}, since(how.from)) : null),
      el('a', {class: 'more', href: linkTo(cluster.cluster), 'data-of': cluster.cluster + ' now'}, 'Now, and if something were lost'));
}

function pastItem(row, chosen) {
  return el('li', {class: 'item past'}, link(row, chosen, el('span', {class: 'line'}, row.title),
      el('span', {class: 'meta'}, state(row.state), row.endedAt ? [' ', since(row.endedAt)] : '',
          row.requestedBy ? ', asked by ' + requester(row) : '')));
}

const list = (title, items, none) => [el('h2', {}, title),
  items.length ? el('ul', {}, ...items) : el('p', {class: 'quiet'}, none)];

/** Where writes fail comes before all else, as in `quorate waiting`; then the worse state, then the longer wait. */
const worstFirst = (a, b) => Number(!a.fails) - Number(!b.fails) || worseFirst(a.rank, b.rank)
    || String(a.fails || a.from).localeCompare(String(b.fails || b.from));

/** Since when writes fail in the cluster of an operation, which its incident may have seen later than the plan. */
const failsSince = (row, clusters) => row.writesFailSince
    || clusters.find(one => one.cluster === row.cluster)?.incident?.writesFailSince;

/** What a page of the fleet leaves out; a shorter list without a word would look whole. */
function leftOut(fleet) {
  const unwell = fleet.counts.notWell - fleet.clusters.filter(notWell).length;
  return [fleet.notice ? el('p', {class: 'notice'}, fleet.notice) : null,
    fleet.notShown ? el('p', {class: unwell > 0 ? 'notice' : 'quiet'}, fleet.notShown.toLocaleString('en') + ' more clusters are not shown, '
        + (unwell > 0 ? unwell.toLocaleString('en') + ' of them not well. ' : 'all of them well. ') + 'quorate clusters lists them.') : null];
}

const notWell = cluster => Boolean(cluster.unwatched) || Boolean(cluster.incident && cluster.incident.open)
    || Boolean(cluster.diagnosis && cluster.diagnosis.name !== 'whole') || cluster.findings.some(one => one.urgency !== 'listed');

/** What a page of the operations leaves out: past ones, unless more run than it holds. */
function pastTitle(past, listed) {
  const more = (listed.all || 0) - listed.operations.length;
  return [String(past.length), more > 0 ? ', ' + more.toLocaleString('en') + ' more are not shown: quorate operations' : ''];
}

export function showLists(fleet, listed, chosen) {
  const {clusters} = fleet;
  const {operations, notice} = listed;
  const needs = operations.filter(one => needsSomebody(one.state) && !isOver(one))
      .map(row => ({fails: failsSince(row, clusters), rank: rank(row), from: row.since || row.startedAt, of: row, item: () => matter(row, chosen)}));
  const open = clusters.filter(one => unmended(one, operations)).map(cluster => ({fails: cluster.incident.writesFailSince,
    rank: 'bad', from: cluster.incident.openedAt, of: cluster, item: () => incidentItem(cluster)}));
  leftTrouble = new Set(open.map(one => operations.find(row => row.cluster === one.of.cluster)?.operation));
  const waiting = [...needs, ...open].sort(worstFirst);
  const running = operations.filter(one => !isOver(one) && !needsSomebody(one.state));
  const standings = clusters.map(cluster => ({cluster, how: standing(cluster, operations, Boolean(listed.next))}))
      .sort((a, b) => worseFirst(a.how.rank, b.how.rank) || a.cluster.cluster.localeCompare(b.cluster.cluster));
  const unknown = Boolean(notice) || clusters.some(one => one.notice);
  show('causes', fleet.causes, causes => causes ? [el('h2', {}, 'Common cause'),
      ...causes.split('\n').map(line => el('p', {class: 'notice'}, line))] : []);
  show('needs', [waiting.map(one => one.of), chosen, unknown], () => list('Needs you', waiting.map(one => one.item()),
      unknown ? 'Some clusters did not answer; something may wait there.' : 'Nothing waits for anybody.'));
  show('running', [running, chosen], () => running.length ? list('Under way', running.map(row => matter(row, chosen))) : []);
  show('clusters', [standings, chosen, fleet.notice, fleet.notShown, fleet.counts], () => [...list('Clusters',
      standings.map(one => clusterItem(one, chosen)), 'The configuration has no cluster.'), ...leftOut(fleet)]);
  const past = operations.filter(isOver);
  show('past', [past, chosen, listed.all], () => past.length ? [el('details', {'data-of': 'past'},
      el('summary', {}, 'Past operations ', el('span', {class: 'quiet'}, ...pastTitle(past, listed))),
      el('ul', {}, ...past.map(row => pastItem(row, chosen))))] : []);
  part('lists-notice').hidden = !notice;
  part('lists-notice').textContent = notice || '';
  return waiting.length;
}
