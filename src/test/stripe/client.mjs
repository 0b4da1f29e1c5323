// Calls the simulator with the official client, as a server and as a browser would, and checks what the client makes of
// the answers. Arguments: address, secret key, publishable key.
import assert from 'node:assert/strict';
import Stripe from 'stripe';

const [address, secretKey, publishableKey] = process.argv.slice(2);
const { hostname, port } = new URL(address);
const options = { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false };
const stripe = new Stripe(secretKey, options);
const browser = new Stripe(publishableKey, options);

const card = (number) => ({
  type: 'card',
  card: { number, exp_month: 12, exp_year: 2090, cvc: '123' },
});

async function fails(call, kind, code, param) {
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof kind, `${error.constructor.name}: ${error.message}`);
    assert.equal(error.code, code);
    if (param !== undefined) {
      assert.equal(error.param, param);
    }
    return true;
  });
}

const invalid = Stripe.errors.StripeInvalidRequestError;

// Payments
const customer = await stripe.customers.create({ email: 'maria@example.com', name: 'Maria', metadata: { a: '1' } });
const intent = await stripe.paymentIntents.create(
  {
    amount: 4200,
    currency: 'eur',
    customer: customer.id,
    description: 'Order 12345678',
    automatic_payment_methods: { enabled: true },
    setup_future_usage: 'off_session',
    statement_descriptor_suffix: 'ORDER 12',
    metadata: { order: '12345678' },
  },
  { idempotencyKey: `order-${customer.id}` },
);
assert.equal(intent.status, 'requires_payment_method');
const confirm = (number) =>
  browser.paymentIntents.confirm(intent.id, {
    client_secret: intent.client_secret,
    payment_method_data: card(number),
    return_url: 'https://shop.example/back',
  });
await fails(confirm('4000000000000002'), Stripe.errors.StripeCardError, 'card_declined');
assert.equal((await confirm('4242424242424242')).status, 'succeeded');
const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
assert.equal(paid.amount_received, 4200);
assert.equal(paid.latest_charge.payment_method_details.card.last4, '4242');
await fails(stripe.paymentIntents.cancel(intent.id), invalid, 'payment_intent_unexpected_state');

// Refunds
const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 200 });
assert.equal(refund.status, 'succeeded');
await fails(stripe.refunds.create({ payment_intent: intent.id, amount: 4200 }), invalid, 'parameter_invalid', 'amount');
await stripe.refunds.create({ payment_intent: intent.id });
await fails(stripe.refunds.create({ payment_intent: intent.id }), invalid, 'charge_already_refunded');
const refunds = await stripe.refunds.list({ payment_intent: intent.id }).autoPagingToArray({ limit: 10 });
assert.deepEqual(refunds.map((one) => one.amount).sort(), [200, 4000]);

// Rules
const payment = (amount, currency, more = {}) => stripe.paymentIntents.create({ amount, currency, ...more });
await fails(payment(49, 'usd'), invalid, 'amount_too_small', 'amount');
await fails(payment(100000000, 'usd'), invalid, 'amount_too_large', 'amount');
await fails(payment(1050, 'isk'), invalid, 'parameter_invalid_integer', 'amount');
await fails(payment(500, 'eur', { colour: 'red' }), invalid, 'parameter_unknown', 'colour');
await fails(payment(500, 'eur', { metadata: { a: 'v'.repeat(501) } }), invalid, 'parameter_invalid', 'metadata[a]');
await fails(stripe.paymentIntents.retrieve('pi_none'), invalid, 'resource_missing');
await fails(
  stripe.paymentIntents.create({ amount: 500, currency: 'eur' }, { idempotencyKey: `order-${customer.id}` }),
  Stripe.errors.StripeIdempotencyError,
  undefined,
);
await fails(
  new Stripe('sk_test_wrong', options).customers.create({}),
  Stripe.errors.StripeAuthenticationError,
  undefined,
);

// Catalog
const coupon = await stripe.coupons.create({ duration: 'repeating', duration_in_months: 3, percent_off: 12.5 });
assert.equal((await stripe.coupons.update(coupon.id, { name: 'Spring' })).name, 'Spring');
assert.equal((await stripe.coupons.del(coupon.id)).deleted, true);
const off = await stripe.coupons.create({ duration: 'once', amount_off: 200, currency: 'eur' });
const rate = await stripe.taxRates.create({ display_name: 'VAT', inclusive: false, percentage: 19 });
assert.equal((await stripe.taxRates.update(rate.id, { active: false })).active, false);
const product = await stripe.products.create({ name: 'Magazine' });

// Subscriptions
const subscribe = (more) =>
  stripe.subscriptions.create({
    customer: customer.id,
    currency: 'eur',
    items: [
      {
        price_data: { currency: 'eur', product: product.id, unit_amount: 1500, recurring: { interval: 'month' } },
        quantity: 1,
      },
    ],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    proration_behavior: 'none',
    expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments', 'pending_setup_intent'],
    ...more,
  });
const subscription = await subscribe({ discounts: [{ coupon: off.id }] });
assert.equal(subscription.status, 'incomplete');
assert.equal(subscription.latest_invoice.amount_due, 1300);
const first = subscription.latest_invoice.payments.data[0].payment.payment_intent;
const begun = await browser.paymentIntents.confirm(first, {
  client_secret: subscription.latest_invoice.confirmation_secret.client_secret,
  payment_method_data: card('4242424242424242'),
});
assert.equal(begun.status, 'succeeded');
assert.equal((await stripe.subscriptions.retrieve(subscription.id)).status, 'active');
const invoices = await stripe.invoices.list({ subscription: subscription.id });
assert.equal(invoices.data[0].status, 'paid');
await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
assert.equal((await stripe.subscriptions.cancel(subscription.id)).status, 'canceled');

const anchor = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 3, 30, 9, 30));
const anchored = await subscribe({
  trial_end: anchor.getTime() / 1000,
  billing_cycle_anchor_config: { day_of_month: 31, hour: 9, minute: 30, second: 0 },
});
assert.equal(anchored.status, 'trialing');
assert.equal(anchored.billing_cycle_anchor, anchored.trial_end);
assert.equal(anchored.pending_setup_intent.object, 'setup_intent');
await fails(
  subscribe({ trial_end: Math.floor(Date.now() / 1000) + 731 * 86400 }),
  invalid,
  'parameter_invalid',
  'trial_end',
);
console.log('the client is content');
