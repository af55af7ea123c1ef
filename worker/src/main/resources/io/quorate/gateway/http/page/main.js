// Loads everything every two seconds, and says when it cannot.
import {el, forget, part, show} from '/page/dom.js';
import {LoggedOut, ask, me, operationPath} from '/page/api.js';
import {clock, needsSomebody, tick} from '/page/words.js';
import {leftItsTrouble, showLists} from '/page/lists.js';
import {showOperation} from '/page/operation.js';
import {now} from '/page/now.js';
import {isCluster, showCluster} from '/page/cluster.js';
import {forgetAnswer, onSent, sayAnswer} from '/page/actions.js';
import {isAsking, loggedOut, loginLink, showWho} from '/page/login.js';

const EVERY = 2000;
const WAITING = ['waiting-for-approval', 'parked', 'paused'];
const chosen = () => {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1);
  }
};

async function refreshOperation() {
  const name = chosen();
  const place = part('operation');
  place.hidden = !name;
  document.querySelector('main').classList.toggle('chosen', Boolean(name));
  if (!name) return;
  if (isCluster(name)) return showCluster(name, refresh);
  try {
    const operation = await ask(operationPath(name));
    if (name !== chosen()) return;
    const stands = ['parked', 'paused'].includes(operation.state);
    showOperation(operation, stands ? now(operation.cluster, refresh) : null, leftItsTrouble(operation.operation));
    sayAnswer(operation.operation);
  } catch (problem) {
    if (problem instanceof LoggedOut) throw problem;
    if (name === chosen()) show('operation', problem.message, message => [el('p', {class: 'notice'}, message)]);
  }
}

/** Running operations are listed first, the newest first: where they fill the page, the rest that needs somebody is asked for. */
async function operations() {
  const listed = await ask('/api/operations?limit=200');
  if (!listed.next || listed.operations.at(-1).endedAt) return listed;
  const waiting = await Promise.all(WAITING.map(state => ask('/api/operations?limit=200&state=' + state)));
  const known = new Set(listed.operations.map(one => one.operation));
  const more = waiting.flatMap(one => one.operations).filter(one => !known.has(one.operation));
  const left = waiting.reduce((sum, one) => sum + Math.max(0, one.all - one.operations.length), 0);
  const all = [...listed.operations, ...more];
  return {...listed, operations: all, notice: [listed.notice, (listed.all - all.length).toLocaleString('en') + ' more operations are not shown'
      + (left ? ', ' + left.toLocaleString('en') + ' of them wait for somebody: quorate waiting.' : '.')].filter(Boolean).join(' ')};
}

async function refreshLists() {
  const [fleet, listed] = await Promise.all([ask('/api/clusters?limit=200'), operations()]);
  const waiting = showLists(fleet, listed, chosen());
  const own = listed.operations.find(one => one.operation === chosen());
  document.title = (own && needsSomebody(own.state) ? own.cluster + ' · ' : '') + (waiting ? waiting + ' waiting · ' : '') + 'Quorate';
}

let round = 0;
async function refresh() {
  const mine = ++round;
  if (isAsking() && me.name === null && me.login) return;
  const known = await ask('/api/session').then(
      session => { Object.assign(me, session); showWho(refresh); return null; }, problem => problem);
  if (mine !== round) return;
  if (known instanceof LoggedOut) {
    loggedOut(refresh);
    return;
  }
  const results = await Promise.allSettled([refreshLists(), refreshOperation()]);
  if (mine !== round) return;
  const failed = results.find(one => one.status === 'rejected');
  if (failed && failed.reason instanceof LoggedOut) {
    loggedOut(refresh);
    return;
  }
  const line = part('connection');
  line.className = failed ? 'bad' : '';
  line.textContent = failed ? 'Not up to date: ' + failed.reason.message : 'Live, ' + clock(new Date().toISOString(), true) + ' UTC';
  tick();
  setTimeout(() => { if (mine === round) refresh(); }, EVERY);
}

function start() {
  if (!loginLink(refresh)) refresh();
}

onSent(refresh);
addEventListener('hashchange', () => {
  forgetAnswer();
  forget('operation');
  part('operation').replaceChildren();
  scrollTo(0, 0);
  start();
});
start();
