// Requests to the gateway.

/** Who is logged in. Without a login the gateway takes names at their word. */
export const me = {login: false, name: null};

/** Thrown where the gateway wants a login that nobody here has, or that counts no more. */
export class LoggedOut extends Error {}

const PATIENCE = 12000;

export async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)};
  const answer = await fetch(path, {...options, signal: AbortSignal.timeout(PATIENCE)});
  const json = await answer.json();
  if (answer.status === 401) throw new LoggedOut(json.error);
  if (!answer.ok && answer.status !== 409) throw new Error(json.error || 'HTTP ' + answer.status);
  return json;
}

export async function endSession() {
  const answer = await fetch('/api/session', {method: 'DELETE', signal: AbortSignal.timeout(PATIENCE)});
  if (!answer.ok) throw new Error('HTTP ' + answer.status);
}

export const operationPath = id => '/api/operations/' + encodeURIComponent(id);
