// Embeds hosted pages of Tollgate in a site. Include it once: <script src="https://pay.example/embed.js" async></script>
(() => {
  const script = document.currentScript;
  const base = new URL(script.src).origin;
  if (window.TollgateEmbed) return;

  /** Takes the token of an offer out of the address, and keeps it in this tab, for reloads of this page. */
  function takeOffer() {
    const { hash, pathname, search } = window.location;
    const [part, token] = /[#&]tollgate-offer=([\w.~-]+)/.exec(hash) || [];
    try {
      const key = `tollgate-offer ${pathname}`;
      if (!part) return window.sessionStorage.getItem(key);
      window.sessionStorage.setItem(key, token);
      window.history.replaceState(window.history.state, '', pathname + search + hash.replace(part, ''));
    } catch { /* Without storage, a reload loses the offer. */ }
    return token;
  }

  const offer = takeOffer();
  let offered = null;

  const reported = new Set();

  /**
   * Returns whether an order is reported here for the first time. The pages after a payment report it again, and so do
   * reloads. The browser keeps the last 50 orders.
   */
  function isNew({ mode, page, orderId }) {
    const id = [mode, page, orderId].join(' ');
    let known = [];
    try {
      known = JSON.parse(window.localStorage.getItem('tollgate-orders') ?? '[]');
      if (!Array.isArray(known)) known = [];
      window.localStorage.setItem('tollgate-orders', JSON.stringify([...known.filter((one) => one !== id), id].slice(-50)));
    } catch { /* Without storage, only this page is remembered. */ }
    const first = !reported.has(id) && !known.includes(id);
    reported.add(id);
    return first;
  }

  /** Returns the address of a page: its URL, or seller and slug, with further parameters. */
  function address(element, embedded) {
    const url = new URL(element.dataset.tollgatePage.replace(/^(?!\/|https?:)/, '/s/'), base);
    if (url.origin !== base) throw new Error(`Tollgate: ${url.origin} is not ${base}`);
    new URLSearchParams(element.dataset.tollgateQuery || '').forEach((value, name) => url.searchParams.set(name, value));
    if (embedded) url.searchParams.set('embed', window.location.origin);
    if (embedded && offer && element === offered) {
      url.pathname = `${url.pathname.replace(/\/$/, '')}/offer`;
      url.searchParams.set('offer', offer);
      url.searchParams.set('offerSite', window.location.origin + window.location.pathname);
    }
    return url.href;
  }

  function frame(element) {
    const made = document.createElement('iframe');
    made.src = address(element, true);
    made.title = element.dataset.tollgateTitle || element.textContent.trim() || 'Checkout';
    made.allow = `payment ${base}`;
    made.style.cssText = 'border:0;width:100%;display:block;color-scheme:light dark';
    return made;
  }

  /** Opens another address. The browser loads the same page again only if it is told so. */
  function leave(url) {
    const [page] = url.split('#');
    const here = page === window.location.href.split('#')[0];
    window.location.assign(url);
    if (here) window.location.reload();
  }

  /** Calls handlers for the messages that the pages of Tollgate in one frame send. */
  function listen(made, element, handlers) {
    const listener = (event) => {
      if (event.origin !== base || event.source !== made.contentWindow || event.data?.tollgate !== 1) return;
      if (!made.isConnected) {
        window.removeEventListener('message', listener);
        return;
      }
      const { type } = event.data;
      if (type === 'purchase') {
        if (isNew(event.data.order)) element.dispatchEvent(new CustomEvent('tollgate:purchase', { bubbles: true, detail: event.data.order }));
      } else if (type === 'redirect' && /^https?:\/\//i.test(event.data.url)) {
        leave(event.data.url);
      } else handlers[type]?.(event.data);
    };
    window.addEventListener('message', listener);
  }

  function inline(element) {
    const made = frame(element);
    made.style.height = '640px';
    listen(made, element, {
      resize: ({ height }) => { made.style.height = `${Math.min(Math.max(Number(height) || 0, 120), 20000)}px`; },
    });
    element.replaceChildren(made);
  }

  function open(element) {
    const dialog = document.createElement('dialog');
    const made = frame(element);
    let outside = false;
    dialog.setAttribute('aria-label', made.title);
    dialog.style.cssText = 'border:0;padding:0;margin:auto;width:min(560px,100vw);height:min(900px,100dvh);max-width:100vw;'
      + 'max-height:100dvh;border-radius:16px;overflow:hidden;display:flex;flex-direction:column;background:canvas;color-scheme:light dark;box-shadow:0 24px 80px rgb(0 0 0/.35)';
    made.style.cssText += ';flex:1;min-height:0';
    const overflow = document.documentElement.style.overflow;
    const close = () => dialog.close();
    listen(made, element, {
      ready: ({ closesOutside }) => { outside = closesOutside === true; },
      close,
    });
    dialog.addEventListener('click', (event) => { if (outside && event.target === dialog) close(); });
    dialog.addEventListener('close', () => {
      document.documentElement.style.overflow = overflow;
      dialog.remove();
      element.focus?.();
      element.dispatchEvent(new CustomEvent('tollgate:close', { bubbles: true }));
    });
    const bar = document.createElement('button');
    bar.type = 'button';
    bar.textContent = '×';
    bar.setAttribute('aria-label', element.dataset.tollgateClose || 'Close');
    bar.style.cssText = 'align-self:flex-end;flex:none;margin:4px 8px;width:44px;height:44px;border:0;border-radius:50%;'
      + 'background:canvas;color:canvastext;font:28px/1 system-ui,sans-serif;cursor:pointer';
    bar.addEventListener('click', close);
    dialog.append(bar, made);
    document.body.append(dialog);
    document.documentElement.style.overflow = 'hidden';
    dialog.showModal();
  }

  function mount(element) {
    if (element.dataset.tollgateMounted) return;
    element.dataset.tollgateMounted = 'true';
    const href = address(element, false);
    const trigger = element.matches('a, button');
    const mode = element.dataset.tollgateMode || (trigger ? 'popup' : 'inline');
    // The first page that is embedded here is the offer of a purchase that has led here.
    if (mode !== 'link') offered ??= element;
    if (mode === 'inline') {
      inline(element);
      return;
    }
    if (element.matches('a')) element.href = href;
    element.addEventListener('click', (event) => {
      if (mode === 'link' && element.matches('a')) return;
      event.preventDefault();
      if (mode === 'link') window.location.assign(address(element, false));
      else open(element);
    });
  }

  /** Mounts all elements. An element with a wrong address is reported, and the others are mounted. */
  function scan() {
    document.querySelectorAll('[data-tollgate-page]').forEach((element) => {
      try {
        mount(element);
      } catch (error) {
        console.warn('Tollgate: an element is not mounted.', element, error);
      }
    });
  }

  window.TollgateEmbed = { scan };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', scan);
  else scan();
})();
