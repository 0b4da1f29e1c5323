// Takes the payment: mounts the processor's form and confirms the payment with it. Card data stays in its frame.
const form = document.getElementById('payment');
const button = form.querySelector('button');
const error = document.getElementById('payment-error');
const label = button.textContent;
const hold = document.querySelector('.hold');
const confirmation = document.getElementById('confirm');

function fail(message) {
  error.textContent = message;
  button.textContent = label;
  button.disabled = false;
}

// The server says how long the order is held. The clock of the device can be wrong, or be changed.
const opened = performance.now();
const language = document.documentElement.lang;
const digits = new Intl.NumberFormat(language, { useGrouping: false });
const twoDigits = new Intl.NumberFormat(language, { minimumIntegerDigits: 2 });

function countDown() {
  const left = Math.max(0, hold.dataset.seconds * 1000 - (performance.now() - opened));
  const minutes = digits.format(Math.floor(left / 60000));
  const seconds = twoDigits.format(Math.floor(left / 1000) % 60);
  hold.textContent = left ? hold.dataset.text.replace('{time}', `${minutes}:${seconds}`) : hold.dataset.ended;
  if (left) setTimeout(countDown, 1000);
}

function returnUrl() {
  return new URL(form.dataset.return + location.search, location.href).href;
}

const ANSWER_MILLIS = 15_000;
const LOOK_MILLIS = 4_000;
const LOOKS_MAX = 15;

function pause(millis) {
  return new Promise((resolve) => { setTimeout(resolve, millis, undefined); });
}

/** Returns whether the order still waits for its payment; undefined if that is not known. */
async function waitsForPayment() {
  try {
    const response = await fetch(location.href, { signal: AbortSignal.timeout(10_000) });
    // With Retry-After, the processor has not told the server the outcome yet.
    if (!response.ok || response.headers.has('Retry-After')) return undefined;
    return new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('payment') !== null;
  } catch {
    return undefined;
  }
}

/**
 * Asks for the state of a payment whose response does not come. Leads on if it was made. Ends when a response comes,
 * because the bank can ask the buyer meanwhile.
 */
async function askForOutcome(answered) {
  for (let look = 0; look < LOOKS_MAX && !answered(); look += 1) {
    error.textContent = navigator.onLine ? form.dataset.slow : form.dataset.offline;
    const waits = await waitsForPayment();
    if (waits === false) {
      location.assign(returnUrl());
      return;
    }
    await pause(LOOK_MILLIS);
  }
  // A payment that was made is not made again: the next try shows its outcome.
  if (!answered()) fail(navigator.onLine ? form.dataset.unknown : form.dataset.offline);
}

/** Lets the buyer's bank authenticate a charge of the saved card. */
function confirmWith(stripe) {
  const problem = document.getElementById('confirm-error');
  const text = confirmation.textContent;
  confirmation.disabled = false;
  confirmation.addEventListener('click', async () => {
    confirmation.disabled = true;
    confirmation.textContent = form.dataset.wait;
    problem.textContent = '';
    const result = await stripe.handleNextAction({ clientSecret: confirmation.dataset.secret });
    if (!result.error || /_unexpected_state$/.test(result.error.code)) {
      location.assign(returnUrl());
      return;
    }
    problem.textContent = result.error.message ?? form.dataset.failed;
    confirmation.textContent = text;
    confirmation.disabled = false;
  });
}

function start() {
  const night = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const stripe = window.Stripe(form.dataset.key, { locale: form.dataset.language });
  const elements = stripe.elements({
    clientSecret: form.dataset.secret,
    appearance: { theme: night ? 'night' : 'stripe' },
  });
  // Wallets that have buttons of their own are not offered again among the other methods.
  const express = document.getElementById('express-element');
  const wallets = express ? 'never' : form.dataset.wallets;
  if (confirmation) confirmWith(stripe);
  const element = elements.create('payment', {
    defaultValues: { billingDetails: { email: form.dataset.email } },
    wallets: { applePay: wallets, googlePay: wallets },
  });
  if (express) {
    const buttons = elements.create('expressCheckout', { paymentMethods: { link: 'never' } });
    buttons.on('ready', ({ availablePaymentMethods }) => { express.hidden = !availablePaymentMethods; });
    buttons.on('confirm', () => pay());
    buttons.mount('#express-element');
  }
  element.on('ready', () => { button.disabled = false; });
  element.mount('#payment-element');
  // The saved card needs the buyer's authentication. If it fails, the form takes another card.
  if (form.dataset.authenticate === 'true') {
    stripe.handleNextAction({ clientSecret: form.dataset.secret }).then((result) => {
      if (result.error) fail(result.error.message);
      else location.assign(new URL(form.dataset.return, location.href));
    });
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    pay();
  });
  async function pay() {
    if (button.disabled) return;
    button.disabled = true;
    button.textContent = form.dataset.wait;
    error.textContent = '';
    const { error: invalid } = await elements.submit();
    if (invalid) {
      fail(invalid.message);
      return;
    }
    // If nothing is due yet, the processor saves the method instead of charging it.
    const saves = form.dataset.secret.startsWith('seti_');
    let answered = false;
    pause(ANSWER_MILLIS).then(() => answered || askForOutcome(() => answered));
    const result = await stripe[saves ? 'confirmSetup' : 'confirmPayment']({
      elements,
      clientSecret: form.dataset.secret,
      confirmParams: {
        return_url: returnUrl(),
        payment_method_data: { billing_details: { email: form.dataset.email } },
      },
    });
    answered = true;
    // Only a failure returns here. A payment that was made in another tab is not one: its page shows the outcome.
    if (/^(payment|setup)_intent_unexpected_state$/.test(result.error?.code)) location.reload();
    else fail(result.error?.message ?? form.dataset.failed);
  }
}

if (hold) countDown();
window.addEventListener('offline', () => { error.textContent = form.dataset.offline; });
window.addEventListener('online', () => { if (error.textContent === form.dataset.offline) error.textContent = ''; });
if (window.Stripe) start();
else fail(form.dataset.failed);
