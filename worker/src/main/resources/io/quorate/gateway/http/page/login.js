// Who is logged in, and how somebody is: by a token, or by a link that Slack gave to one person.
import {el, forget, part} from '/page/dom.js';
import {ask, endSession, me} from '/page/api.js';

const LISTS = ['needs', 'running', 'clusters', 'past'];

function gate(title, words, ...fields) {
  const told = el('p', {class: 'told', role: 'alert'});
  const form = el('form', {novalidate: true}, el('h2', {}, title), el('p', {class: 'quiet'}, words), ...fields,
      el('div', {class: 'buttons'}, el('button', {class: 'primary', type: 'submit'}, 'Log in')), told);
  return {form, told};
}

function open(box) {
  part('gate').replaceChildren(box);
  part('gate').hidden = false;
  part('lists').hidden = true;
  part('operation').hidden = true;
}

function entered(session, go) {
  Object.assign(me, session);
  part('gate').replaceChildren();
  part('gate').hidden = true;
  part('lists').hidden = false;
  forget('operation', ...LISTS);
  go();
}

/** The token goes into the body of one request and nowhere else. */
function askToken(go) {
  const token = el('input', {id: 'token', type: 'password', autocomplete: 'current-password', spellcheck: 'false'});
  const {form, told} = gate('Log in', 'With the token that quorate token create has printed for you, or from Slack: a question there has Open the page.',
      el('label', {for: 'token'}, 'Your token'), token);
  form.addEventListener('submit', async event => {
    event.preventDefault();
    try {
      entered(await ask('/api/session', {token: token.value.trim()}), go);
    } catch (problem) {
      told.textContent = problem.message;
      token.focus();
    }
    token.value = '';
  });
  open(form);
  token.focus();
}

/**
 * A link from Slack carries its word behind the #, which no browser and no crawler sends anywhere. It is taken
 * out of the address at once, and nobody is logged in before somebody presses.
 */
export function loginLink(go) {
  const parts = location.hash.slice(1).split('/');
  if (parts[0] !== 'login' || parts.length < 2) return false;
  const [, word, operation] = parts;
  history.replaceState(null, '', '#' + (operation || ''));
  const {form, told} = gate('Log in from Slack', 'For one hour, as the person who pressed Open the page in Slack.');
  form.addEventListener('submit', async event => {
    event.preventDefault();
    try {
      entered(await ask('/api/session', {link: word}), go);
    } catch (problem) {
      told.textContent = problem.message;
      form.querySelector('.buttons').replaceChildren(el('button', {type: 'button', on: ['click', () => askToken(go)]}, 'With a token'));
    }
  });
  open(form);
  form.querySelector('button').focus();
  return true;
}

export const isAsking = () => !part('gate').hidden;

/** Nothing that was shown to who was logged in stays on the screen. */
export function loggedOut(go) {
  Object.assign(me, {login: true, name: null});
  showWho(go);
  part('connection').className = '';
  part('connection').textContent = 'Not logged in';
  if (isAsking()) return;
  for (const box of document.querySelectorAll('dialog')) box.close();
  forget('operation', ...LISTS);
  for (const id of ['operation', ...LISTS]) part(id).replaceChildren();
  part('lists-notice').hidden = true;
  document.title = 'Quorate';
  askToken(go);
}

export function showWho(go) {
  if (part('who').dataset.name === (me.name || '')) return;
  part('who').dataset.name = me.name || '';
  part('who').replaceChildren(...(me.name ? [me.name + (me.door === 'slack' ? ', from Slack' : ''), ' ',
    el('button', {type: 'button', class: 'plain', on: ['click', async () => {
      try {
        await endSession();
        loggedOut(go);
      } catch (problem) {
        part('connection').textContent = 'Not logged out: ' + problem.message;
      }
    }]}, 'Log out')] : []));
}
