// The card form. Talks only to the page that opened it and to the simulator.
(() => {
  const query = new URLSearchParams(location.search);
  const parent = query.get('parent');
  const channel = query.get('channel');
  const inputs = { number: 'number', exp_month: 'expiry', exp_year: 'expiry', cvc: 'cvc' };
  const field = (id) => document.getElementById(id);

  // The wallet of a real browser has cards of its own; this one has the test card that always succeeds.
  const walletCard = { number: '4242424242424242', month: 12, year: new Date().getFullYear() + 3, cvc: '123' };
  const usesWallet = () => field('wallet').getAttribute('aria-pressed') === 'true';

  if (query.get('scheme')) document.documentElement.style.colorScheme = query.get('scheme');

  const post = (message) => window.parent.postMessage({ channel, ...message }, parent);

  // The page shows why a payment failed. The form only shows what is wrong with its entries.
  function show(error) {
    ['number', 'expiry', 'cvc'].forEach((id) => field(id).removeAttribute('aria-invalid'));
    field('error').textContent = error?.type === 'validation_error' ? error.message : '';
    const input = inputs[error?.param?.replace(/^.*\[(\w+)]$/, '$1')];
    if (input) {
      field(input).setAttribute('aria-invalid', 'true');
      field(input).focus();
    }
    resize();
  }

  function entered() {
    const [month = '', year = ''] = field('expiry').value.split('/').map((part) => part.trim());
    return {
      number: field('number').value,
      month,
      year: year.length === 2 ? `20${year}` : year,
      cvc: field('cvc').value,
    };
  }

  function incomplete() {
    const missing = (param, message) => ({ type: 'validation_error', param, message });
    if (field('number').value.replace(/\D/g, '').length < 13) return missing('number', 'Your card number is incomplete.');
    if (!/^\d{1,2}\s*\/\s*(\d{2}|\d{4})$/.test(field('expiry').value.trim())) {
      return missing('exp_month', "Your card's expiration date is incomplete.");
    }
    if (!/^\d{3,4}$/.test(field('cvc').value)) return missing('cvc', "Your card's security code is incomplete.");
    return null;
  }

  async function confirm({ key, clientSecret, billing }) {
    const card = usesWallet() ? walletCard : entered();
    const body = new URLSearchParams({
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card.number,
      'payment_method_data[card][exp_month]': card.month,
      'payment_method_data[card][exp_year]': card.year,
      'payment_method_data[card][cvc]': card.cvc,
    });
    if (usesWallet()) body.set('payment_method_data[card][wallet]', 'google_pay');
    ['name', 'email'].forEach((name) => {
      if (billing[name]) body.set(`payment_method_data[billing_details][${name}]`, billing[name]);
    });
    const setup = clientSecret.startsWith('seti_');
    try {
      const id = encodeURIComponent(clientSecret.split('_secret_')[0]);
      const response = await fetch(`/v1/${setup ? 'setup_intents' : 'payment_intents'}/${id}/confirm`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}` },
        body,
      });
      const result = await response.json();
      show(response.ok ? null : result.error);
      if (!response.ok) return { error: result.error };
      return setup ? { setupIntent: result } : { paymentIntent: result };
    } catch {
      return { error: { type: 'api_connection_error', message: 'The payment processor did not respond. Try again.' } };
    }
  }

  const calls = {
    submit() {
      const error = usesWallet() ? null : incomplete();
      show(error);
      return error ? { error } : { selectedPaymentMethod: usesWallet() ? 'google_pay' : 'card' };
    },
    confirm,
    focus() { field(usesWallet() ? 'wallet' : 'number').focus(); },
  };

  window.addEventListener('message', async (event) => {
    if (event.source !== window.parent || event.origin !== parent || event.data.channel !== channel) return;
    if (Object.hasOwn(calls, event.data.type)) {
      post({ reply: event.data.call, value: (await calls[event.data.type](event.data.value)) ?? {} });
    }
  });

  field('number').addEventListener('input', () => {
    const digits = field('number').value.replace(/\D/g, '');
    field('number').value = digits.replace(/(.{4})(?=.)/g, '$1 ');
  });
  field('expiry').addEventListener('input', (event) => {
    const digits = field('expiry').value.replace(/\D/g, '').slice(0, 6);
    const slash = digits.length > 2 || (digits.length === 2 && event.inputType !== 'deleteContentBackward');
    field('expiry').value = slash ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
  });
  field('wallet').hidden = query.get('wallets') !== 'auto';
  const express = query.get('express') === 'true';
  document.querySelector('.notice').hidden = express;
  field('fields').hidden = express;
  if (express) field('wallet').setAttribute('aria-pressed', 'true');
  field('wallet').addEventListener('click', () => {
    if (express) {
      post({ type: 'pay' });
      return;
    }
    field('wallet').setAttribute('aria-pressed', String(!usesWallet()));
    field('fields').hidden = usesWallet();
    show(null);
    post({ type: 'change' });
  });
  document.getElementById('card').addEventListener('submit', (event) => event.preventDefault());
  document.getElementById('card').addEventListener('input', () => post({ type: 'change' }));

  const resize = () => post({ type: 'height', value: document.getElementById('card').offsetHeight + 8 });
  new ResizeObserver(resize).observe(document.getElementById('card'));
  post({ type: 'ready' });
})();
