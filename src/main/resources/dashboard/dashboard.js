// Keys: / searches, j and k move, Enter opens, Ctrl-K goes anywhere, ? shows them. Buttons that copy. Every page works
// without this script.
const rows = () => [...document.querySelectorAll('main tbody tr')].filter(row => row.querySelector('a'));
let place = -1;

const move = step => {
  const all = rows();
  if (all.length === 0) return;
  place = Math.min(all.length - 1, Math.max(0, place + step));
  all[place].querySelector('a').focus();
};

const element = (name, properties = {}, children = []) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const dialog = (label, children) => {
  const made = element('dialog', { className: 'palette' }, children);
  made.setAttribute('aria-label', label);
  made.addEventListener('close', () => made.remove());
  made.addEventListener('click', event => {
    if (event.target === made) made.close();
  });
  document.body.append(made);
  made.showModal();
  return made;
};

const KEYS = [
  ['Ctrl K', 'Go to a section or a record'],
  ['/', 'Search'],
  ['j, k', 'Next and previous record'],
  ['Enter', 'Open the record'],
  ['?', 'Show these keys'],
];

const help = () => {
  const keys = element('dl', { className: 'keys' });
  KEYS.forEach(([key, what]) => keys.append(
    element('dt', {}, [element('kbd', { textContent: key })]), element('dd', { textContent: what })));
  dialog('Keys', [element('h2', { textContent: 'Keys' }), keys]);
};

// The sections of the menu, and what the search page finds.
const find = document.querySelector('.find');
const sections = () => [...document.querySelectorAll('.sections a')].map(
  link => ({ title: link.textContent, about: '', path: link.href }));
const search = async term => {
  const response = await fetch(`${find.action}?q=${encodeURIComponent(term)}`);
  if (!response.ok) return [];
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return [...page.querySelectorAll('#results li a')].map(link => ({
    title: link.querySelector('strong').textContent,
    about: `${link.closest('section').querySelector('h2').textContent} · ${link.querySelector('small').textContent}`,
    path: link.getAttribute('href'),
  }));
};

const palette = () => {
  const input = element('input', { type: 'search', autocomplete: 'off', placeholder: 'Section, order, e-mail, ticket' });
  input.setAttribute('aria-label', 'Go to');
  const list = element('ul', { className: 'results' });
  const status = element('p', { className: 'hidden' });
  status.setAttribute('role', 'status');
  let latest = 0;
  let wait;
  const show = entries => {
    list.replaceChildren(...entries.map(({ title, about, path }) => element('li', {}, [
      element('a', { href: path }, [element('strong', { textContent: title }), element('small', { textContent: about })]),
    ])));
    status.textContent = `${entries.length} results`;
  };
  const update = () => {
    const term = input.value.trim();
    const matching = sections().filter(({ title }) => title.toLowerCase().includes(term.toLowerCase()));
    show(matching);
    clearTimeout(wait);
    latest += 1;
    if (term.length < 3) return;
    const own = latest;
    wait = setTimeout(async () => {
      const found = await search(term).catch(() => []);
      if (own === latest) show([...matching, ...found]);
    }, 200);
  };
  const opened = dialog('Go to', [input, list, status]);
  input.addEventListener('input', update);
  opened.addEventListener('keydown', event => {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const next = at + (event.key === 'ArrowDown' ? 1 : -1);
      (links[Math.min(next, links.length - 1)] ?? input).focus();
    } else if (event.key === 'Enter' && document.activeElement === input) {
      event.preventDefault();
      if (links.length > 0) {
        links[0].click();
      } else {
        location.href = `${find.action}?q=${encodeURIComponent(input.value.trim())}`;
      }
    }
  });
  update();
};

if (find) find.querySelector('kbd').hidden = false;

document.addEventListener('keydown', event => {
  if (find && event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
    event.preventDefault();
    if (!document.querySelector('dialog[open]')) palette();
    return;
  }
  if (document.querySelector('dialog[open]')) return;
  const typing = event.target.closest('input, select, textarea, [contenteditable]');
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '/') {
    const input = document.querySelector('main input[type=search]') ?? find?.querySelector('input');
    if (input) {
      event.preventDefault();
      input.focus();
    }
  } else if (event.key === '?') {
    help();
  } else if (event.key === 'j') {
    move(1);
  } else if (event.key === 'k') {
    move(-1);
  }
});

document.querySelectorAll('[data-copy]').forEach(button => {
  const input = document.getElementById(button.dataset.copy);
  input.addEventListener('focus', () => input.select());
  if (!navigator.clipboard) return;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(input.value);
    button.textContent = 'Copied';
  });
});

// A double click sends a form once. After a while it can be sent again, because loading can be stopped, and so can the
// forms of a page that comes back from the history.
const AGAIN_MILLIS = 5000;
const sent = new Set();
document.addEventListener('submit', event => {
  const form = event.target;
  // An input can be called method, too.
  if (event.defaultPrevented || form.getAttribute('method') !== 'post') return;
  if (sent.has(form)) {
    event.preventDefault();
    return;
  }
  sent.add(form);
  setTimeout(() => sent.delete(form), AGAIN_MILLIS);
});
addEventListener('pageshow', () => sent.clear());
