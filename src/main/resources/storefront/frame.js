// Talks to the site that embeds this page: reports its height, a purchase, a redirect, and when it wants to be closed.
const data = document.documentElement.dataset;

/** Sends a message. The browser delivers it only if the embedding site has the expected origin. */
function tell(message) {
  if (window.parent !== window && data.parent) window.parent.postMessage({ tollgate: 1, ...message }, data.parent);
}

tell({ type: 'ready', closesOutside: data.closesOutside === 'true' });
if (data.parent) {
  const content = document.body;
  new ResizeObserver(() => {
    // The height of the content, because the document is at least as high as the frame.
    tell({ type: 'resize', height: Math.ceil(content.getBoundingClientRect().height) });
  }).observe(content);
}
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') tell({ type: 'close' }); });

JSON.parse(data.purchases ?? '[]').forEach((order) => tell({ type: 'purchase', order }));
const leave = document.querySelector('[data-leave]');
if (leave) tell({ type: 'redirect', url: leave.href });
const next = document.querySelector('[data-next]');
if (next) location.replace(next.href);
