// Improves the checkout page: shows inputs when they apply, and updates the total. The page works without it.
const form = document.querySelector('form');

// Pictures are decoration: one that cannot be loaded is left out.
document.querySelectorAll('main img').forEach((image) => {
  const hide = () => { image.hidden = true; };
  image.addEventListener('error', hide);
  if (image.complete && image.naturalWidth === 0 && image.loading !== 'lazy') hide();
});

/**
 * Returns the number in an input as the rules of the server see it, such as 1000.5; null if it is none, or could be two.
 * NumberReader of the server follows the same rules.
 */
function plainNumber({ value, dataset, inputMode }) {
  const plain = [...value].map((c) => {
    if (/\p{Cf}/u.test(c)) return '';
    const code = c.codePointAt(0);
    const shown = code >= 0xff01 && code <= 0xff5e ? String.fromCodePoint(code - 0xfee0) : c;
    if (/\p{Nd}/u.test(shown)) {
      let zero = shown.codePointAt(0);
      while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && shown.codePointAt(0) - zero < 9) zero -= 1;
      return String(shown.codePointAt(0) - zero);
    }
    if (/\s/u.test(shown)) return ' ';
    if (/[\p{Pd}\u2212]/u.test(shown)) return '-';
    return { '\u2018': "'", '\u2019': "'", '\u066c': "'", '\u060c': ',' }[shown] ?? shown;
  }).join('').trim().replace(/(\d)[.,]-{0,2}$/, '$1');
  const [, sign, first, rest] = /^([+-]?)(\d*)((?:[., '\u066b]\d+)*)$/.exec(plain) ?? [];
  const parts = [first, ...(rest ?? '').split(/[., '\u066b]/).slice(1)];
  const marks = (rest ?? '').replace(/\d/g, '');
  const whole = parts.join('');
  if (!whole || whole.length > 15) return null;
  const grouped = (group, by) => group.length === 1 || (new Set(by).size === 1 && by[0] !== '\u066b'
    && /^[1-9]\d{0,2}$/.test(group[0]) && group.at(-1).length === 3
    && group.slice(1, -1).every((part) => part.length === 2 || part.length === 3));
  const mark = marks.at(-1);
  const groups = grouped(parts, marks);
  const splits = /[.,\u066b]/.test(mark ?? '') && !marks.slice(0, -1).includes(mark)
    && grouped(parts.slice(0, -1), marks.slice(0, -1));
  const number = (text) => (sign === '-' ? '-' : '') + text.replace(/^0+(?=\d)/, '');
  if (!splits) return groups ? number(whole) : null;
  const decimals = inputMode === 'numeric' ? 0 : Infinity;
  if (groups && dataset.number.includes(mark, 1)) return number(whole);
  if (groups && (decimals < 3 || dataset.number[0] !== mark)) return null;
  const fraction = parts.at(-1);
  if (decimals === 0 && /[1-9]/.test(fraction)) return null;
  return number(`${parts.slice(0, -1).join('') || '0'}.${fraction}`);
}

/** Returns whether an input has a number above 0. */
function counts(input) {
  return Number(plainNumber(input)) > 0;
}

/** Returns the selected values of an input, as the rules of the server see them. */
function values(name) {
  const inputs = [...form.querySelectorAll(`[name="${CSS.escape(name)}"], [name^="${CSS.escape(name)}."]`)]
    .filter((input) => !input.disabled);
  return inputs.flatMap((input) => {
    if (input.type === 'checkbox' || input.type === 'radio') {
      if (input.checked) return [input.value];
      return input.type === 'checkbox' && input.value === 'TRUE' ? ['FALSE'] : [];
    }
    if (input.name !== name) return counts(input) ? [input.name.slice(name.length + 1)] : [];
    return input.value === '' ? [] : [(input.dataset.number && plainNumber(input)) ?? input.value];
  });
}

function applies({ if: name, comparison, value }) {
  const given = values(name);
  const same = given.length === 1 && given[0] === value;
  return {
    is: same, is_not: !same, is_empty: given.length === 0, is_not_empty: given.length > 0, contains: given.includes(value),
  }[comparison];
}

function show(element, shown) {
  element.hidden = !shown;
  element.querySelectorAll('input, select, textarea').forEach((input) => {
    if (!input.hasAttribute('data-off')) input.disabled = !shown;
  });
}

function markTickets() {
  form.querySelectorAll('.ticket').forEach((ticket) => {
    const input = ticket.querySelector('.ticket-head input');
    const chosen = input !== null && (input.dataset.number ? counts(input) : input.checked);
    ticket.classList.toggle('chosen', chosen);
    ticket.querySelectorAll('.field').forEach((amount) => show(amount, chosen));
  });
}

function conditions() {
  openTab();
  markTickets();
  const price = form.querySelector('[name=priceId]:checked');
  const free = form.querySelector('.free-amount');
  if (free && price) show(free, price.hasAttribute('data-free'));
  form.querySelectorAll('[data-prices]').forEach((element) => {
    const prices = element.dataset.prices.split(' ').filter(Boolean);
    show(element, !price || prices.length === 0 || prices.includes(price.value));
  });
  // Twice, because an input can depend on one that depends on another.
  for (let round = 0; round < 2; round += 1) {
    form.querySelectorAll('[data-if]').forEach((element) => show(element, applies(element.dataset)));
  }
  form.querySelectorAll('[name$=".sameAsShipping"]').forEach((same) => {
    const prefix = same.name.replace('sameAsShipping', 'shipping.');
    form.querySelectorAll(`[data-input^="${CSS.escape(prefix)}"]`).forEach((element) => show(element, !same.checked));
    if (!same.checked) form.querySelectorAll(`select[name="${CSS.escape(`${prefix}country`)}"]`).forEach(arrange);
  });
}

/** Arranges the parts of an address as its country does: their order, their labels, and whether they are needed. */
function arrange(country) {
  const group = country.closest('[data-formats]');
  if (!group) return;
  const prefix = country.name.slice(0, -'country'.length);
  const formats = new Map(group.dataset.formats.split(';').filter(Boolean).map((entry) => entry.split('=')));
  const [order, required, state, postalCode] = (formats.get(country.value) ?? formats.get('')).split('|');
  const names = { C: 'city', S: 'state', Z: 'postalCode' };
  const labels = { S: state, Z: postalCode };
  let last = group.querySelector(`[data-input="${CSS.escape(`${prefix}line2`)}"]`);
  [...order, ...[...'ZCS'].filter((part) => !order.includes(part))].forEach((part) => {
    const element = group.querySelector(`[data-input="${CSS.escape(prefix + names[part])}"]`);
    const label = element.querySelector('label');
    const needed = required.includes(part) && prefix.endsWith('.billing.') && !group.querySelector('legend .optional');
    if (labels[part]) label.firstChild.data = labels[part];
    label.querySelector('.optional')?.remove();
    if (!needed) {
      label.insertAdjacentHTML('beforeend', '<span class="optional"></span>');
      label.lastChild.textContent = ` ${group.dataset.optional}`;
    }
    element.querySelector('input').setAttribute('aria-required', String(needed));
    show(element, order.includes(part));
    last.after(element);
    last = element;
  });
}

/** Shows what is wrong with a choice at its input. Replaces what the last response has said. */
function showError({ dataset, content }) {
  const input = document.getElementById(dataset.error);
  if (!input || input.closest('#coupon')) return;
  const id = `${input.id}-error`;
  const text = content.textContent;
  const shown = document.getElementById(id);
  if (shown) {
    shown.textContent = text;
    return;
  }
  const error = document.createElement('p');
  error.className = 'error live';
  error.id = id;
  error.setAttribute('role', 'alert');
  error.textContent = text;
  if (input.matches('fieldset, section')) input.querySelector('legend, h2').after(error);
  else if (input.closest('.ticket-head')) input.closest('.ticket-head').after(error);
  else input.before(error);
  if (input.matches('input, select')) {
    input.setAttribute('aria-invalid', 'true');
    input.setAttribute('aria-describedby', id);
  }
}

function hideErrors() {
  document.querySelectorAll('.error.live').forEach((error) => {
    const input = document.querySelector(`[aria-describedby="${CSS.escape(error.id)}"]`);
    ['aria-invalid', 'aria-describedby'].forEach((name) => input?.removeAttribute(name));
    error.remove();
  });
}

/** The coupon code that the total contains: the one that was applied, and not what the buyer is typing. */
let coupon = form?.elements.couponCode?.value ?? '';

/** Returns the entries of the form, with the applied coupon code instead of one that is being typed. */
function entries() {
  const body = new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === 'string'));
  if (body.has('couponCode')) body.set('couponCode', coupon);
  return body;
}

function couponButtons() {
  document.querySelectorAll('[data-coupon]').forEach((button) => { button.hidden = false; });
}

/** Shows another state of the coupon, unless the buyer is typing a code. */
function replaceCoupon(template) {
  const place = document.getElementById('coupon');
  const input = form.elements.couponCode;
  if (input.value.trim() !== coupon) return;
  const focused = place.contains(document.activeElement);
  const wasOpen = place.querySelector('details').open;
  place.replaceChildren(template.content);
  if (wasOpen) place.querySelector('details').open = true;
  couponButtons();
  if (focused) form.elements.couponCode.focus();
}

/** Shows the content of a template, unless its inputs are shown already: the buyer may be typing in them. */
function replacePart(template) {
  if (template.dataset.error) {
    showError(template);
    return;
  }
  const place = document.getElementById(template.dataset.for);
  if (place.id === 'coupon') {
    replaceCoupon(template);
    return;
  }
  if (place.id === 'submit') {
    // The button itself stays, so that a click on it is not lost.
    const [bar, nextBar] = [place, template.content].map((root) => root.querySelector('.bar'));
    const [button, next] = [bar, nextBar].map((root) => root.querySelector('.primary'));
    if (button.textContent !== next.textContent) button.textContent = next.textContent;
    bar.querySelector('.bar-total')?.remove();
    bar.prepend(...nextBar.querySelectorAll('.bar-total'));
    bar.nextElementSibling?.remove();
    nextBar.remove();
    bar.after(template.content);
    return;
  }
  const names = (root) => [...root.querySelectorAll('input')].map((input) => input.name).join();
  if (names(place) === '' || names(place) !== names(template.content)) place.replaceChildren(template.content);
}

let openTab = () => {};

/** Shows the prices of one tab at a time. A tab selects the price that was last selected in it. */
function addTabs(panels) {
  const list = document.createElement('div');
  list.className = 'tabs';
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-labelledby', 'prices-title');
  const tabs = panels.map((panel) => {
    const tab = document.createElement('button');
    const title = panel.querySelector('.tab-title');
    tab.type = 'button';
    tab.id = `${panel.id}-tab`;
    tab.textContent = title.textContent;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    title.remove();
    list.append(tab);
    return tab;
  });
  const selected = () => panels.findIndex((panel) => panel.querySelector(':checked'));
  openTab = () => panels.forEach((panel, index) => {
    const open = index === Math.max(selected(), 0);
    panel.hidden = !open;
    tabs[index].setAttribute('aria-selected', String(open));
    tabs[index].tabIndex = open ? 0 : -1;
  });
  const choose = (index) => {
    if (!panels[index] || index === selected()) return;
    const last = list.parentElement.querySelector('[name=priceId]:checked');
    if (last) panels[selected()].dataset.first = last.value;
    const price = panels[index].querySelector(`[value="${panels[index].dataset.first}"]`);
    price.checked = true;
    price.dispatchEvent(new Event('input', { bubbles: true }));
  };
  list.addEventListener('click', (event) => choose(tabs.indexOf(event.target)));
  list.addEventListener('keydown', (event) => {
    const step = (getComputedStyle(list).direction === 'rtl' ? -1 : 1) * { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = { Home: 0, End: tabs.length - 1 }[event.key]
      ?? (tabs.indexOf(event.target) + step + tabs.length) % tabs.length;
    if (Number.isNaN(next)) return;
    event.preventDefault();
    choose(next);
    tabs[next].focus();
  });
  panels[0].before(list);
}

/** Shows the selected country in one line with the number, as its code and its dial code. */
function addDialCode(dial) {
  const select = dial.querySelector('select');
  const code = document.createElement('span');
  code.setAttribute('aria-hidden', 'true');
  dial.append(code);
  dial.parentElement.classList.add('one-line');
  const write = () => { code.textContent = `${select.value} ${/\+\d+/.exec(select.selectedOptions[0]?.text) ?? ''}`; };
  select.addEventListener('change', write);
  window.addEventListener('pageshow', write);
  write();
}

/** Adds buttons to the input of a quantity. A type with a minimum goes from nothing to that minimum. */
function addStepper(input) {
  const least = Number(input.dataset.least ?? 1);
  const max = Number(input.dataset.max ?? Infinity);
  const change = (step) => {
    const now = Number(plainNumber(input)) || 0;
    let next = now + step;
    if (next < least) next = step > 0 ? least : 0;
    input.value = Math.max(0, Math.min(max, next));
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const button = (text, step) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = text;
    made.tabIndex = -1;
    made.setAttribute('aria-hidden', 'true');
    made.addEventListener('click', () => change(step));
    return made;
  };
  input.before(button('\u2212', -1));
  input.after(button('+', 1));
}

let waiting;
let request;

const REQUEST_MILLIS = 15_000;

/** Marks the shown total as one that may not be current. */
function setBusy(busy) {
  const summary = document.getElementById('summary');
  if (busy) summary.setAttribute('aria-busy', 'true');
  else summary.removeAttribute('aria-busy');
}

/** Says that the total is not known, instead of showing that of former choices. */
function showUnknown(summary) {
  const text = document.createElement('p');
  text.textContent = navigator.onLine ? summary.dataset.unavailable : summary.dataset.offline;
  summary.replaceChildren(text);
  document.getElementById('brief')?.replaceChildren();
  document.querySelector('.bar-total')?.remove();
  setBusy(false);
}

function update(pause = 250) {
  clearTimeout(waiting);
  const summary = document.getElementById('summary');
  if (!summary) return;
  setBusy(true);
  waiting = setTimeout(async () => {
    request?.abort();
    const own = new AbortController();
    request = own;
    const deadline = setTimeout(() => own.abort('deadline'), REQUEST_MILLIS);
    const body = entries();
    try {
      const response = await fetch(summary.dataset.path + location.search, { method: 'POST', body, signal: own.signal });
      const parts = await response.text();
      if (request !== own) return;
      if (!response.ok) throw new Error(response.status);
      hideErrors();
      summary.innerHTML = parts;
      summary.querySelectorAll('template').forEach((template) => {
        replacePart(template);
        template.remove();
      });
      setBusy(false);
    } catch {
      if (request === own) showUnknown(summary);
    } finally {
      clearTimeout(deadline);
    }
  }, pause);
}

function applyCoupon(code) {
  const input = form.elements.couponCode;
  input.value = code.trim();
  coupon = input.value;
  input.focus();
  update(0);
  saveLater();
}

function addCoupon() {
  const place = document.getElementById('coupon');
  if (!place) return;
  couponButtons();
  place.addEventListener('click', ({ target }) => {
    if (target.dataset.coupon === 'apply') applyCoupon(form.elements.couponCode.value);
    if (target.dataset.coupon === 'remove') applyCoupon('');
  });
  // Enter applies the code. It does not place the order.
  place.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.target.name !== 'couponCode') return;
    event.preventDefault();
    applyCoupon(event.target.value);
  });
}

/** Shows the page in another language with the entries that were made. */
function keepEntries(link) {
  link.addEventListener('click', (event) => {
    if (!changed || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const button = document.createElement('button');
    button.name = 'action';
    button.value = 'update';
    button.formAction = link.href;
    button.hidden = true;
    form.append(button);
    button.click();
  });
}

let changed = false;

let leaving;
let saving;

/** Saves the cart once the e-mail address is there, so that a link can restore it. */
function save() {
  stopSaving();
  const path = document.getElementById('summary')?.dataset.cart;
  const known = [...form.querySelectorAll('input[type=email]')].some((input) => input.value && input.validity.valid);
  if (!path || !known) return;
  saving = new AbortController();
  const body = entries();
  fetch(path + location.search, { method: 'POST', body, keepalive: true, signal: saving.signal }).catch(() => {});
}

function saveLater() {
  clearTimeout(leaving);
  leaving = setTimeout(save, 1000);
}

/** An order replaces the cart: a request to save it must not arrive after the order. */
function stopSaving() {
  clearTimeout(leaving);
  leaving = undefined;
  saving?.abort();
}

document.querySelectorAll('.thumbs a').forEach((link) => link.addEventListener('click', (event) => {
  event.preventDefault();
  const picture = document.querySelector('.picture');
  ['width', 'height'].forEach((name) => picture.removeAttribute(name));
  picture.srcset = link.dataset.srcset ?? '';
  picture.src = link.href;
  document.querySelector('.thumbs [aria-current]')?.removeAttribute('aria-current');
  link.setAttribute('aria-current', 'true');
}));

/** Shows at its field that a file is too large. The server says it as well, but only after the upload. */
function checkFiles(input) {
  const max = Number(input.dataset.bytes);
  const invalid = [...input.files].some((file) => file.size > max);
  const id = `${input.id}-size`;
  document.getElementById(id)?.remove();
  if (!invalid) return true;
  const error = document.createElement('p');
  error.className = 'error';
  error.id = id;
  error.setAttribute('role', 'alert');
  error.textContent = input.dataset.error;
  input.before(error);
  return false;
}

if (form?.elements.screenWidth) {
  form.querySelectorAll('input:disabled').forEach((input) => input.setAttribute('data-off', ''));
  form.querySelectorAll('.stepper input').forEach(addStepper);
  form.querySelectorAll('.dial').forEach(addDialCode);
  const panels = [...form.querySelectorAll('.price-tab')];
  if (panels.length > 0) addTabs(panels);
  form.elements.screenWidth.value = window.screen.width;
  const countries = form.querySelectorAll('[data-formats] select[name$=".country"]');
  countries.forEach(arrange);
  form.addEventListener('input', (event) => {
    if ([...countries].includes(event.target)) arrange(event.target);
    changed = true;
    conditions();
    if (event.target.name !== 'couponCode') update();
    saveLater();
  });
  addCoupon();
  document.querySelectorAll('nav [hreflang]').forEach(keepEntries);
  if (document.getElementById('summary')) {
    window.addEventListener('offline', () => showUnknown(document.getElementById('summary')));
    window.addEventListener('online', () => update(0));
  }
  // A restored cart belongs to this browser from now on.
  if (new URLSearchParams(location.search).has('cart')) saveLater();
  window.addEventListener('pagehide', () => { if (leaving) save(); });
  form.querySelectorAll('input[type=file]').forEach((input) => {
    input.addEventListener('change', () => checkFiles(input));
  });
  let sent = false;
  form.addEventListener('submit', (event) => {
    const large = [...form.querySelectorAll('input[type=file]')].filter((input) => !checkFiles(input));
    if (large.length > 0) {
      event.preventDefault();
      large[0].focus();
      return;
    }
    if (!navigator.onLine && document.getElementById('summary')) {
      event.preventDefault();
      showUnknown(document.getElementById('summary'));
      document.getElementById('summary').scrollIntoView({ block: 'center' });
      return;
    }
    if (sent) event.preventDefault();
    sent = true;
    stopSaving();
  });
  // A page from the cache of the back button can be sent again.
  window.addEventListener('pageshow', () => {
    sent = false;
    conditions();
    coupon = form.elements.couponCode?.value ?? '';
  });
  conditions();
  document.getElementById('errors')?.focus();
}
