// Everything shown comes from alerts, hosts and people: it is set as text, never as markup.

/** Makes an element. `on` is [event, listener]; empty children are left out. */
export function el(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props || {})) {
    if (key === 'on') node.addEventListener(...value);
    else if (key === 'class') node.className = value;
    else if (value === true) node.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children.flat().filter(child => child !== null && child !== undefined && child !== ''));
  return node;
}

export const part = id => document.getElementById(id);

const seen = new Map();

/** Forgets what is shown, so that it is built anew. */
export function forget(...ids) {
  for (const id of ids) seen.delete(id);
}

/** Builds a part of the page anew where what it shows has changed; what is unfolded stays so. */
export function show(id, data, build) {
  const text = JSON.stringify(data);
  if (seen.get(id) === text) return;
  seen.set(id, text);
  const where = part(id);
  const open = new Map([...where.querySelectorAll('details')].map(one => [one.dataset.of, one.open]));
  const focused = where.contains(document.activeElement) ? document.activeElement.dataset.of : undefined;
  where.replaceChildren(...build(data).flat().filter(Boolean));
  for (const one of where.querySelectorAll('details')) {
    if (open.has(one.dataset.of)) one.open = open.get(one.dataset.of);
  }
  if (focused) where.querySelector('[data-of="' + CSS.escape(focused) + '"]')?.focus();
}
