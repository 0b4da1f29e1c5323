// The browser side of the processor simulator. It has the part of the Stripe.js interface that hosted pages use:
// elements with one payment element and the buttons of wallets, and confirmPayment, confirmSetup and handleNextAction with 3-D Secure. Card data is
// entered in a frame of the simulator's own origin, so that the page around it never sees a card number.
(() => {
  const origin = new URL(document.currentScript.src).origin;
  let channels = 0;

  /** Opens a frame and exchanges messages with it. Only messages of that frame and that origin count. */
  class Frame {
    constructor(path, parameters, title) {
      this.channel = `simulator-${(channels += 1)}`;
      this.element = document.createElement('iframe');
      this.element.title = title;
      const url = new URL(path, origin);
      url.search = new URLSearchParams({ ...parameters, channel: this.channel, parent: location.origin });
      this.element.src = url;
      this.handlers = new Map();
      this.pending = new Map();
      this.calls = 0;
      this.loaded = new Promise((resolve) => this.on('ready', resolve));
      this.receive = (event) => {
        if (event.origin !== origin || event.source !== this.element.contentWindow) return;
        if (event.data.channel !== this.channel) return;
        if (event.data.reply) {
          this.pending.get(event.data.reply)?.(event.data.value);
          this.pending.delete(event.data.reply);
        } else {
          (this.handlers.get(event.data.type) ?? []).forEach((handler) => handler(event.data.value));
        }
      };
      window.addEventListener('message', this.receive);
    }

    on(type, handler) {
      this.handlers.set(type, [...(this.handlers.get(type) ?? []), handler]);
    }

    async call(type, value) {
      await this.loaded;
      const number = (this.calls += 1);
      const reply = new Promise((resolve) => this.pending.set(number, resolve));
      this.element.contentWindow.postMessage({ channel: this.channel, call: number, type, value }, origin);
      return reply;
    }

    close() {
      window.removeEventListener('message', this.receive);
      this.element.remove();
    }
  }

  class PaymentElement {
    constructor(options) {
      this.frame = new Frame('/elements/card', options, 'Card details');
      this.frame.element.style.cssText = 'border:0;width:100%;height:230px;display:block;color-scheme:normal';
      this.frame.on('height', (height) => { this.frame.element.style.height = `${height}px`; });
    }

    mount(target) {
      (typeof target === 'string' ? document.querySelector(target) : target).append(this.frame.element);
      return this;
    }

    on(event, handler) {
      this.frame.on(event, () => handler({ elementType: 'payment' }));
      return this;
    }

    focus() { this.frame.call('focus'); }

    destroy() { this.frame.close(); }
  }

  /** The buttons of wallets. The browser has always one of them here. */
  class ExpressCheckoutElement {
    constructor(elements, options) {
      this.frame = new Frame('/elements/card', { ...options, express: 'true', wallets: 'auto' }, 'Wallets');
      this.frame.element.style.cssText = 'border:0;width:100%;height:60px;display:block;color-scheme:normal';
      this.frame.on('pay', () => { elements.active = this; });
    }

    mount(target) {
      (typeof target === 'string' ? document.querySelector(target) : target).append(this.frame.element);
      return this;
    }

    on(event, handler) {
      const detail = { elementType: 'expressCheckout', availablePaymentMethods: { googlePay: true } };
      this.frame.on(event === 'confirm' ? 'pay' : event, () => handler({ ...detail, expressPaymentType: 'google_pay' }));
      return this;
    }
  }

  class Elements {
    constructor(options, locale) {
      this.options = options;
      this.locale = locale ?? 'auto';
      this.element = null;
      this.active = null;
    }

    create(type, { wallets } = {}) {
      if (type === 'expressCheckout') {
        return new ExpressCheckoutElement(this, {
          locale: this.locale,
          scheme: this.options.appearance?.theme === 'night' ? 'dark' : 'light',
        });
      }
      if (type !== 'payment') throw new Error(`The simulator has no element of the type ${type}`);
      this.element = new PaymentElement({
        locale: this.locale,
        scheme: this.options.appearance?.theme === 'night' ? 'dark' : 'light',
        wallets: wallets?.googlePay ?? 'auto',
      });
      return this.element;
    }

    getElement() { return this.element; }

    update(options) { Object.assign(this.options, options); }

    /** Validates the card form. Resolves with {error} or {selectedPaymentMethod}. */
    submit() { return this.used().frame.call('submit'); }

    /** Returns the element that the buyer pays with: the form, or the wallet whose button started this payment. */
    used() { return this.active ?? this.element; }
  }

  /** Shows the authentication page of the card's bank above the page, until the buyer has decided. */
  function authenticate(key, intent) {
    const overlay = document.createElement('div');
    overlay.setAttribute('role', 'dialog');
    overlay.setAttribute('aria-modal', 'true');
    overlay.setAttribute('aria-label', 'Authentication');
    overlay.style.cssText =
      'position:fixed;inset:0;z-index:2147483647;display:grid;place-items:center;background:rgb(0 0 0 / 60%)';
    const frame = new Frame('/authenticate', { key, secret: intent.client_secret }, 'Authentication');
    frame.element.style.cssText = 'border:0;width:min(400px,100%);height:min(440px,100%);background:#fff';
    overlay.append(frame.element);
    document.body.append(overlay);
    return new Promise((resolve) => {
      frame.on('done', (result) => {
        frame.close();
        overlay.remove();
        resolve(result);
      });
    });
  }

  async function confirmed(key, elements, clientSecret, billing) {
    const used = elements.used();
    elements.active = null;
    const result = await used.frame.call('confirm', { key, clientSecret, billing });
    const intent = result.paymentIntent ?? result.setupIntent;
    return intent?.status === 'requires_action' ? authenticate(key, intent) : result;
  }

  /** Confirms an intent, and then returns the result or leaves the page, as the caller wants. */
  async function finish(key, name, { elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
    const secret = clientSecret ?? elements.options.clientSecret;
    const billing = confirmParams.payment_method_data?.billing_details ?? {};
    const result = await confirmed(key, elements, secret, billing);
    if (result.error || redirect === 'if_required') return result;
    const intent = result.paymentIntent ?? result.setupIntent;
    const url = new URL(confirmParams.return_url);
    url.searchParams.set(name, intent.id);
    url.searchParams.set(`${name}_client_secret`, secret);
    url.searchParams.set('redirect_status', intent.status);
    location.assign(url);
    return new Promise(() => {});
  }

  window.Stripe = (key, { locale } = {}) => ({
    elements: (options = {}) => new Elements(options, options.locale ?? locale),
    confirmPayment: (options) => finish(key, 'payment_intent', options),
    confirmSetup: (options) => finish(key, 'setup_intent', options),
    handleNextAction: ({ clientSecret }) => authenticate(key, { client_secret: clientSecret }),
  });
  window.Stripe.version = 3;
})();
