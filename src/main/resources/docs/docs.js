// Menu, theme switch, tabs of samples, copy buttons and search of the documentation.
(() => {
  const $ = (id) => document.getElementById(id);
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  const menu = $('menu');
  const navigation = $('navigation');
  const openMenu = (open) => {
    navigation.classList.toggle('open', open);
    menu.setAttribute('aria-expanded', String(open));
  };
  menu.addEventListener('click', () => openMenu(!navigation.classList.contains('open')));
  navigation.addEventListener('click', (event) => event.target.closest('a') && openMenu(false));

  const current = navigation.querySelector('[aria-current]');
  if (current) navigation.scrollTop = current.offsetTop - 80;

  const theme = $('theme');
  const label = () => {
    const dark = document.documentElement.dataset.theme === 'dark';
    theme.textContent = dark ? 'Light' : 'Dark';
    theme.setAttribute('aria-label', dark ? 'Light mode' : 'Dark mode');
  };
  label();
  addEventListener('themechange', label);
  theme.addEventListener('click', () => dispatchEvent(new Event('toggletheme')));

  const copyButton = (code) => {
    const button = make('button', { type: 'button', textContent: 'Copy' });
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(code());
        button.textContent = 'Copied';
      } catch {
        button.textContent = 'Select and copy';
      }
      setTimeout(() => (button.textContent = 'Copy'), 2000);
    });
    return button;
  };

  const groups = [...document.querySelectorAll('.samples')];
  const choosers = [];
  groups.forEach((group, number) => {
    const samples = [...group.querySelectorAll('.sample')];
    let chosen = samples[0];
    const copy = copyButton(() => chosen.querySelector('code').textContent);
    const list = make('div');
    if (group.dataset.tabs) {
      list.setAttribute('role', 'tablist');
      list.setAttribute('aria-label', group.dataset.tabs);
      const tabs = samples.map((sample, at) => {
        const tab = make('button', { type: 'button', textContent: sample.dataset.language, id: `tab-${number}-${at}` });
        tab.setAttribute('role', 'tab');
        tab.setAttribute('aria-controls', (sample.id = `sample-${number}-${at}`));
        sample.setAttribute('role', 'tabpanel');
        sample.setAttribute('aria-labelledby', tab.id);
        tab.addEventListener('click', () => chooseAll(sample.dataset.language, tab));
        return tab;
      });
      list.addEventListener('keydown', (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step) {
          const next = (tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length;
          tabs[next].focus();
          tabs[next].click();
        }
      });
      list.append(...tabs);
      choosers.push((language) => {
        chosen = samples.find((sample) => sample.dataset.language === language) ?? samples[0];
        samples.forEach((sample, at) => {
          sample.classList.toggle('chosen', sample === chosen);
          tabs[at].setAttribute('aria-selected', String(sample === chosen));
          tabs[at].tabIndex = sample === chosen ? 0 : -1;
        });
      });
    } else {
      chosen.classList.add('chosen');
      list.textContent = chosen.dataset.language;
    }
    group.prepend(make('div', { className: 'tools' }, list, copy));
    group.classList.add('ready');
  });
  const chooseAll = (language, tab) => {
    const before = tab?.getBoundingClientRect().top;
    choosers.forEach((choose) => choose(language));
    if (tab) {
      scrollBy(0, tab.getBoundingClientRect().top - before); // samples above may have another height now
      try {
        localStorage.setItem('tollgate-language', language);
      } catch {} // storage is blocked
    }
  };
  try {
    chooseAll(localStorage.getItem('tollgate-language') ?? 'curl');
  } catch {
    chooseAll('curl');
  }

  const input = $('search');
  const results = $('results');
  let active = -1;
  const close = () => {
    results.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
    active = -1;
  };
  const mark = (at) => {
    const options = [...results.querySelectorAll('[role=option]')];
    if (!options.length) return;
    active = (at + options.length) % options.length;
    options.forEach((option, i) => option.setAttribute('aria-selected', String(i === active)));
    options[active].scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', options[active].id);
  };
  const go = (url) => {
    close();
    input.blur();
    location.assign(url);
  };
  const search = async () => {
    const asked = input.value;
    if (!asked.trim()) return close();
    let found;
    try {
      const response = await fetch(`/docs/search.json?q=${encodeURIComponent(asked)}`);
      if (!response.ok) return close();
      found = await response.json();
    } catch {
      return close(); // Enter still opens the page of results
    }
    if (asked !== input.value || document.activeElement !== input) return;
    const options = found.map((place, at) => {
      const option = make(
        'li',
        { id: `result-${at}` },
        make('b', { textContent: place.heading }),
        make('span', { textContent: [place.page, place.excerpt].filter(Boolean).join(' · ') }),
      );
      option.setAttribute('role', 'option');
      option.setAttribute('aria-selected', 'false');
      option.dataset.url = place.url;
      option.addEventListener('mousedown', (event) => event.preventDefault());
      option.addEventListener('click', () => go(place.url));
      return option;
    });
    const none = make('li', { textContent: 'No results' });
    none.setAttribute('role', 'option');
    none.setAttribute('aria-disabled', 'true');
    results.replaceChildren(...(options.length ? options : [none]));
    results.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    mark(0);
  };
  input.addEventListener('input', search);
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      mark(active + (event.key === 'ArrowDown' ? 1 : -1));
    }
    const option = results.querySelectorAll('[role=option]')[active];
    if (event.key === 'Enter' && option?.dataset.url) {
      event.preventDefault();
      go(option.dataset.url);
    }
  });
  // Shows the place of a link that is within closed parts of the page.
  const reveal = () => {
    let target = location.hash ? $(decodeURIComponent(location.hash.slice(1))) : null;
    const place = target;
    for (; target; target = target.parentElement?.closest('details')) {
      if (target.localName === 'details') target.open = true;
    }
    place?.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  if (location.hash) reveal();
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') openMenu(false);
    const typing = event.target.closest?.('input, textarea, select, [contenteditable]');
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      input.focus();
    }
  });
})();
