// Shows the outcome of a payment that is being processed. The page is loaded again only when it has changed, so that a
// reader, or a screen reader, is not interrupted while it waits.
const { seconds } = document.currentScript.dataset;

function later() {
  setTimeout(look, seconds * 1000);
}

async function look() {
  try {
    const response = await fetch(location.href);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    if (response.ok && !page.querySelector('script[data-seconds]')) {
      location.reload();
      return;
    }
  } catch {
    // The network may be back at the next look.
  }
  later();
}

later();
