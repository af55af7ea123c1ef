// Words and times of the page.
import {el} from '/page/dom.js';

/** Severities in their order: what costs writes or stands still, what waits, what goes on, what is well. */
export const SEVERITIES = ['bad', 'warn', 'busy', 'good', 'calm'];
export const worseFirst = (a, b) => SEVERITIES.indexOf(a) - SEVERITIES.indexOf(b);

const BY_STATE = {
  'waiting-for-approval': 'warn', parked: 'bad', paused: 'warn', running: 'busy', assessing: 'busy',
  completed: 'good', 'not-needed': 'good', unknown: 'warn', aborted: 'warn', expired: 'warn', rejected: 'warn',
  refused: 'bad', stopped: 'bad'};
const NEEDS_SOMEBODY = new Set(['waiting-for-approval', 'parked', 'paused']);
const ENDED = new Set(['completed', 'not-needed', 'refused', 'rejected', 'expired', 'stopped', 'aborted']);
const SUCCEEDED = new Set(['completed', 'not-needed']);

export const severity = state => BY_STATE[state] || 'calm';
export const needsSomebody = state => NEEDS_SOMEBODY.has(state);
export const hasEnded = state => ENDED.has(state);
export const hasSucceeded = state => SUCCEEDED.has(state);

export const words = name => String(name || '').replaceAll('-', ' ');
export const state = name => el('span', {class: 'state ' + severity(name)}, words(name));

const two = number => String(number).padStart(2, '0');

/** A time of day in UTC; with its date where it is not of today. */
export function clock(instant, seconds) {
  const at = new Date(instant);
  const time = two(at.getUTCHours()) + ':' + two(at.getUTCMinutes()) + (seconds ? ':' + two(at.getUTCSeconds()) : '');
  const today = at.toISOString().slice(0, 10) === new Date().toISOString().slice(0, 10);
  return today ? time : at.toISOString().slice(0, 10) + ' ' + time;
}

/** How long something took or lasts: 45 s, 14 min, 3 h 20 min, 2 days. */
export function lasting(millis) {
  const seconds = Math.max(0, Math.round(millis / 1000));
  if (seconds < 60) return seconds + ' s';
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return minutes + ' min';
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return hours + ' h' + (minutes % 60 ? ' ' + minutes % 60 + ' min' : '');
  return Math.floor(hours / 24) + ' days';
}

const coarse = instant => lasting(Math.max(60000, Date.now() - new Date(instant)));

/** A time with how long ago it was, which goes on by itself: "03:04 UTC, 14 min". */
export function since(instant) {
  return el('time', {datetime: instant, 'data-since': instant, title: instant}, clock(instant) + ' UTC, ' + coarse(instant));
}

export const at = (instant, seconds) => el('time', {datetime: instant, title: instant}, clock(instant, seconds) + ' UTC');

/** Lets all times of the page go on. */
export function tick() {
  for (const one of document.querySelectorAll('time[data-since]')) {
    one.textContent = clock(one.dataset.since) + ' UTC, ' + coarse(one.dataset.since);
  }
}

export const requester = asked => asked.requestedBy + (asked.requester === 'unverified' ? ' (unverified)' : '');
