// Simulates the authentication page of a bank (3-D Secure).
(() => {
  const query = new URLSearchParams(location.search);
  const secret = query.get('secret');
  const post = (message) =>
    window.parent.postMessage({ channel: query.get('channel'), ...message }, query.get('parent'));

  async function decide(outcome) {
    const id = encodeURIComponent(secret.split('_secret_')[0]);
    const setup = secret.startsWith('seti_');
    try {
      const response = await fetch(`/v1/${setup ? 'setup_intents' : 'payment_intents'}/${id}/authenticate`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${query.get('key')}` },
        body: new URLSearchParams({ client_secret: secret, outcome }),
      });
      const body = await response.json();
      const done = setup ? { setupIntent: body } : { paymentIntent: body };
      post({ type: 'done', value: response.ok ? done : { error: body.error } });
    } catch {
      document.getElementById('error').textContent = 'The simulator did not respond. Try again.';
    }
  }

  ['succeed', 'fail'].forEach((outcome) => {
    document.getElementById(outcome).addEventListener('click', () => decide(outcome));
  });
  post({ type: 'ready' });
  document.getElementById('succeed').focus();
})();
