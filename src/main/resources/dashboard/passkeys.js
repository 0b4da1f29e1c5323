// Forms with passkeys: asks the server for options and the browser for a passkey, and then sends the form. Without
// this script, or in a browser without passkeys, the forms stay hidden. Prints recovery codes, too.
const decode = text =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0));

const encode = bytes => btoa(Array.from(new Uint8Array(bytes), byte => String.fromCharCode(byte)).join(''))
  .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

const withIds = credentials => credentials.map(credential => ({ ...credential, id: decode(credential.id) }));

const create = options => navigator.credentials.create({
  publicKey: {
    ...options,
    challenge: decode(options.challenge),
    user: { ...options.user, id: decode(options.user.id) },
    excludeCredentials: withIds(options.excludeCredentials),
  },
});

const get = options => navigator.credentials.get({
  publicKey: {
    ...options,
    challenge: decode(options.challenge),
    allowCredentials: withIds(options.allowCredentials),
  },
});

const inputs = ({ rawId, response }, challenge) => ({
  challenge,
  credentialId: encode(rawId),
  clientData: encode(response.clientDataJSON),
  statement: encode(response.attestationObject ?? response.authenticatorData),
  signature: response.signature ? encode(response.signature) : '',
  userHandle: response.userHandle ? encode(response.userHandle) : '',
});

const fill = (form, values) => Object.entries(values).forEach(([name, value]) => {
  const input = form.elements[name] ?? document.createElement('input');
  Object.assign(input, { type: 'hidden', name, value });
  form.append(input);
});

const REASONS = {
  InvalidStateError: 'This device has a passkey for you already.',
  SecurityError: 'Passkeys work at the public address of Tollgate only. Use another way.',
  NotAllowedError: 'No passkey was used. Try again, or use another way.',
};

const run = async form => {
  const response = await fetch(form.dataset.options, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
  if (!response.ok || !response.headers.get('Content-Type').startsWith('application/json')) {
    // The server shows why when the form is sent.
    form.submit();
    return;
  }
  const options = await response.json();
  const credential = await (form.dataset.passkey === 'create' ? create(options) : get(options));
  fill(form, inputs(credential, options.challenge));
  form.submit();
};

if (window.PublicKeyCredential && navigator.credentials) {
  document.querySelectorAll('[data-no-passkeys]').forEach(note => note.remove());
  document.querySelectorAll('form[data-passkey]').forEach(form => {
    const error = form.querySelector('.error');
    const button = form.querySelector('button');
    form.hidden = false;
    form.addEventListener('submit', async event => {
      event.preventDefault();
      error.hidden = true;
      button.disabled = true;
      try {
        await run(form);
      } catch (failure) {
        error.textContent = REASONS[failure.name] ?? 'That did not work. Try again, or use another way.';
        error.hidden = false;
      } finally {
        button.disabled = false;
      }
    });
  });
}

document.querySelectorAll('[data-print]').forEach(button => {
  button.hidden = false;
  button.addEventListener('click', () => print());
});
