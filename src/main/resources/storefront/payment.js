// Takes the payment: mounts the processor's form and confirms the payment with it. Card data stays in its frame.
const form = document.getElementById('payment');
const button = form.querySelector('button');
const error = document.getElementById('payment-error');
const label = button.textContent;

function fail(message) {
  error.textContent = message;
  button.textContent = label;
  button.disabled = false;
}

function countDown() {
  const hold = document.querySelector('.hold');
  const left = Math.max(0, new Date(hold.dataset.until) - Date.now());
  const minutes = Math.floor(left / 60000);
  const seconds = String(Math.floor(left / 1000) % 60).padStart(2, '0');
  hold.textContent = left ? hold.dataset.text.replace('{time}', `${minutes}:${seconds}`) : hold.dataset.ended;
  if (left) setTimeout(countDown, 1000);
}

function start() {
  const night = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const stripe = window.Stripe(form.dataset.key, { locale: form.dataset.language });
  const elements = stripe.elements({
    clientSecret: form.dataset.secret,
    appearance: { theme: night ? 'night' : 'stripe' },
  });
  const { wallets } = form.dataset;
  const element = elements.create('payment', {
    defaultValues: { billingDetails: { email: form.dataset.email } },
    wallets: { applePay: wallets, googlePay: wallets },
  });
  element.on('ready', () => { button.disabled = false; });
  element.mount('#payment-element');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    button.textContent = form.dataset.wait;
    error.textContent = '';
    const { error: invalid } = await elements.submit();
    if (invalid) {
      fail(invalid.message);
      return;
    }
    const result = await stripe.confirmPayment({
      elements,
      clientSecret: form.dataset.secret,
      confirmParams: {
        return_url: new URL(form.dataset.return + location.search, location.href).href,
        payment_method_data: { billing_details: { email: form.dataset.email } },
      },
    });
    // Only a failure returns here. A payment that was made in another tab is not one: its page shows the outcome.
    if (result.error?.code === 'payment_intent_unexpected_state') location.reload();
    else fail(result.error?.message ?? form.dataset.failed);
  });
}

countDown();
if (window.Stripe) start();
else fail(form.dataset.failed);
