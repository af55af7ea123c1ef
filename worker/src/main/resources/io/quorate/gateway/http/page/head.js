// The first lines of an operation: what is wrong, what is proposed, what it costs, who was asked, what comes next.
import {el} from '/page/dom.js';

export const openQuestion = operation => (operation.approvals || []).find(one => one.state === 'open');

/** Whether the plan can cost acknowledged writes; a name is typed for other reasons, too. */
export const destroys = operation => (operation.steps || []).some(step => step.hazard === 'destructive');

export function headLines(head, loses) {
  const line = name => head[name] ? el('p', {class: name + (name === 'costs' && loses ? ' loses' : '')}, head[name]) : null;
  return [el('h2', {class: 'wrong'}, head.wrong), ...['proposed', 'costs', 'asked', 'next'].map(line)].filter(Boolean);
}

/** What a head says is wrong, where the cluster's name stands beside it. */
export const withoutName = (cluster, wrong) => wrong.startsWith(cluster + ': ') ? wrong.slice(cluster.length + 2) : wrong;
