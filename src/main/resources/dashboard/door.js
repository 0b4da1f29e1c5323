// Reads the codes of tickets with the camera, where the browser can, and checks them in without loading the page. The
// form works without this script, and with scanners that type.
const camera = document.getElementById('camera');
const video = camera.querySelector('video');
const button = camera.querySelector('button');
const told = camera.querySelector('p');

// The same code is read many times while the ticket is in front of the camera.
const AGAIN_MILLIS = 5000;
const EVERY_MILLIS = 200;
let last = { code: '', at: 0 };
let stream = null;

const unanswered = document.getElementById('unanswered');
const fail = () => {
  unanswered.textContent = 'No answer came. It is not known whether the ticket was checked in: scan it again.';
  unanswered.hidden = false;
  navigator.vibrate?.([200, 100, 200]);
  // The next scan is another request than the one whose result is not known.
  document.querySelectorAll('#door [name=key]').forEach(input => {
    input.value = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
  });
};

// Replaces form and result by those of the response. The key of the next scan is in it.
const show = async response => {
  if (response.redirected || response.status === 403) {
    location.reload();
    return;
  }
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const door = page.getElementById('door');
  if (!door) {
    fail();
    return;
  }
  unanswered.hidden = true;
  document.getElementById('door').replaceWith(document.adoptNode(door));
  const bad = document.querySelector('.result.bad');
  navigator.vibrate?.(bad ? [200, 100, 200] : 80);
  const input = document.getElementById('code');
  if (!stream) input.focus();
};

let sending = false;
const send = async (form, submitter) => {
  if (sending) return;
  sending = true;
  const body = new URLSearchParams(new FormData(form, submitter));
  try {
    await show(await fetch(form.action, { method: 'POST', body }));
  } catch {
    fail();
  } finally {
    sending = false;
  }
};

document.addEventListener('submit', event => {
  if (!event.target.closest('#door')) return;
  event.preventDefault();
  send(event.target, event.submitter);
});

const read = async detector => {
  if (!stream) return;
  const [found] = await detector.detect(video).catch(() => []);
  const now = Date.now();
  if (found && (found.rawValue !== last.code || now - last.at > AGAIN_MILLIS) && !sending) {
    last = { code: found.rawValue, at: now };
    const form = document.querySelector('.scan');
    form.elements.code.value = found.rawValue;
    await send(form);
  }
  setTimeout(() => read(detector), EVERY_MILLIS);
};

const stop = () => {
  stream?.getTracks().forEach(track => track.stop());
  stream = null;
  video.hidden = true;
  button.textContent = 'Scan with the camera';
};

const start = async detector => {
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  } catch {
    told.textContent = 'The camera cannot be used. Allow it in the settings of the browser.';
    return;
  }
  video.srcObject = stream;
  video.hidden = false;
  await video.play();
  button.textContent = 'Stop the camera';
  read(detector);
};

if ('BarcodeDetector' in window && navigator.mediaDevices) {
  const formats = await BarcodeDetector.getSupportedFormats();
  if (formats.includes('qr_code')) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    camera.hidden = false;
    button.addEventListener('click', () => (stream ? stop() : start(detector)));
  }
}
