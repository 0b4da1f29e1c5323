// The card form. Talks only to the page that opened it and to the simulator.
(() => {
  const query = new URLSearchParams(location.search);
  const parent = query.get('parent');
  const channel = query.get('channel');
  const inputs = { number: 'number', exp_month: 'expiry', exp_year: 'expiry', cvc: 'cvc' };
  const field = (id) => document.getElementById(id);

  // The texts of the form by language. Reasons of declines are the processor's, in English.
  const languages = {
    en: {
      title: 'Payment simulator.',
      notice: 'No money moves. Use 4242 4242 4242 4242, or another test card.',
      number: 'Card number',
      expiry: 'Expiration date',
      cvc: 'Security code',
      expiryPattern: 'MM / YY',
      incompleteNumber: 'Your card number is incomplete.',
      incompleteExpiry: "Your card's expiration date is incomplete.",
      incompleteCvc: "Your card's security code is incomplete.",
      unreachable: 'The payment processor did not respond. Try again.',
    },
    de: {
      title: 'Zahlungssimulator.',
      notice: 'Es fließt kein Geld. Verwenden Sie 4242 4242 4242 4242 oder eine andere Testkarte.',
      number: 'Kartennummer',
      expiry: 'Ablaufdatum',
      cvc: 'Prüfziffer',
      expiryPattern: 'MM / JJ',
      incompleteNumber: 'Die Kartennummer ist unvollständig.',
      incompleteExpiry: 'Das Ablaufdatum der Karte ist unvollständig.',
      incompleteCvc: 'Die Prüfziffer der Karte ist unvollständig.',
      unreachable: 'Der Zahlungsdienst hat nicht geantwortet. Versuchen Sie es noch einmal.',
    },
    fr: {
      title: 'Simulateur de paiement.',
      notice: 'Aucun argent n’est transféré. Utilisez 4242 4242 4242 4242 ou une autre carte de test.',
      number: 'Numéro de carte',
      expiry: 'Date d’expiration',
      cvc: 'Code de sécurité',
      expiryPattern: 'MM / AA',
      incompleteNumber: 'Le numéro de carte est incomplet.',
      incompleteExpiry: 'La date d’expiration de la carte est incomplète.',
      incompleteCvc: 'Le code de sécurité de la carte est incomplet.',
      unreachable: 'Le service de paiement n’a pas répondu. Réessayez.',
    },
    es: {
      title: 'Simulador de pagos.',
      notice: 'No se mueve dinero. Use 4242 4242 4242 4242 u otra tarjeta de prueba.',
      number: 'Número de tarjeta',
      expiry: 'Fecha de caducidad',
      cvc: 'Código de seguridad',
      expiryPattern: 'MM / AA',
      incompleteNumber: 'El número de la tarjeta está incompleto.',
      incompleteExpiry: 'La fecha de caducidad de la tarjeta está incompleta.',
      incompleteCvc: 'El código de seguridad de la tarjeta está incompleto.',
      unreachable: 'El servicio de pago no respondió. Inténtelo de nuevo.',
    },
    it: {
      title: 'Simulatore di pagamenti.',
      notice: 'Nessun denaro viene trasferito. Usi 4242 4242 4242 4242 o un’altra carta di prova.',
      number: 'Numero della carta',
      expiry: 'Data di scadenza',
      cvc: 'Codice di sicurezza',
      expiryPattern: 'MM / AA',
      incompleteNumber: 'Il numero della carta è incompleto.',
      incompleteExpiry: 'La data di scadenza della carta è incompleta.',
      incompleteCvc: 'Il codice di sicurezza della carta è incompleto.',
      unreachable: 'Il servizio di pagamento non ha risposto. Riprovi.',
    },
    nl: {
      title: 'Betaalsimulator.',
      notice: 'Er wordt geen geld overgemaakt. Gebruik 4242 4242 4242 4242 of een andere testkaart.',
      number: 'Kaartnummer',
      expiry: 'Vervaldatum',
      cvc: 'Beveiligingscode',
      expiryPattern: 'MM / JJ',
      incompleteNumber: 'Het kaartnummer is onvolledig.',
      incompleteExpiry: 'De vervaldatum van de kaart is onvolledig.',
      incompleteCvc: 'De beveiligingscode van de kaart is onvolledig.',
      unreachable: 'De betaaldienst reageerde niet. Probeer het opnieuw.',
    },
    pl: {
      title: 'Symulator płatności.',
      notice: 'Żadne pieniądze nie są przekazywane. Użyj 4242 4242 4242 4242 lub innej karty testowej.',
      number: 'Numer karty',
      expiry: 'Data ważności',
      cvc: 'Kod zabezpieczający',
      expiryPattern: 'MM / RR',
      incompleteNumber: 'Numer karty jest niepełny.',
      incompleteExpiry: 'Data ważności karty jest niepełna.',
      incompleteCvc: 'Kod zabezpieczający karty jest niepełny.',
      unreachable: 'Usługa płatnicza nie odpowiedziała. Spróbuj ponownie.',
    },
    pt: {
      title: 'Simulador de pagamentos.',
      notice: 'Nenhum dinheiro é movimentado. Use 4242 4242 4242 4242 ou outro cartão de teste.',
      number: 'Número do cartão',
      expiry: 'Data de validade',
      cvc: 'Código de segurança',
      expiryPattern: 'MM / AA',
      incompleteNumber: 'O número do cartão está incompleto.',
      incompleteExpiry: 'A data de validade do cartão está incompleta.',
      incompleteCvc: 'O código de segurança do cartão está incompleto.',
      unreachable: 'O serviço de pagamento não respondeu. Tente novamente.',
    },
    ja: {
      title: '決済シミュレーター。',
      notice: '実際の支払いは発生しません。4242 4242 4242 4242 または別のテストカードを使用してください。',
      number: 'カード番号',
      expiry: '有効期限',
      cvc: 'セキュリティコード',
      expiryPattern: '月 / 年',
      incompleteNumber: 'カード番号が不完全です。',
      incompleteExpiry: 'カードの有効期限が不完全です。',
      incompleteCvc: 'カードのセキュリティコードが不完全です。',
      unreachable: '決済サービスから応答がありませんでした。もう一度お試しください。',
    },
    ar: {
      title: 'محاكي الدفع.',
      notice: 'لا تُنقل أي أموال. استخدم \u20664242 4242 4242 4242\u2069 أو بطاقة اختبار أخرى.',
      number: 'رقم البطاقة',
      expiry: 'تاريخ الانتهاء',
      cvc: 'رمز الأمان',
      expiryPattern: 'MM / YY',
      incompleteNumber: 'رقم البطاقة غير مكتمل.',
      incompleteExpiry: 'تاريخ انتهاء البطاقة غير مكتمل.',
      incompleteCvc: 'رمز أمان البطاقة غير مكتمل.',
      unreachable: 'لم تستجب خدمة الدفع. حاول مرة أخرى.',
    },
  };
  const asked = (query.get('locale') ?? '').slice(0, 2);
  const language = Object.hasOwn(languages, asked) ? asked : 'en';
  const texts = languages[language];
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
  document.querySelectorAll('[data-text]').forEach((element) => {
    element.textContent = texts[element.dataset.text];
  });
  field('expiry').placeholder = texts.expiryPattern;
  ['number', 'expiry', 'cvc'].forEach((id) => { field(id).dir = 'ltr'; });

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
    if (field('number').value.replace(/\D/g, '').length < 13) return missing('number', texts.incompleteNumber);
    if (!/^\d{1,2}\s*\/\s*(\d{2}|\d{4})$/.test(field('expiry').value.trim())) {
      return missing('exp_month', texts.incompleteExpiry);
    }
    if (!/^\d{3,4}$/.test(field('cvc').value)) return missing('cvc', texts.incompleteCvc);
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
      return { error: { type: 'api_connection_error', message: texts.unreachable } };
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
