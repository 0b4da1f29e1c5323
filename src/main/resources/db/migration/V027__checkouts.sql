-- Purchases of buyers on hosted pages, from the order to its end.

CREATE TABLE checkout (
    seller_id  text COLLATE "C" NOT NULL,
    livemode   boolean NOT NULL,
    id         text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    page_id    text COLLATE "C" NOT NULL,
    status     text COLLATE "C" NOT NULL CHECK (status IN ('OPEN', 'PENDING', 'UNPAID', 'PAID', 'EXPIRED')),
    amount     bigint NOT NULL CHECK (amount >= 0),
    currency   text COLLATE "C" NOT NULL,
    order_json text NOT NULL,
    claims     jsonb NOT NULL,
    charge_id  text COLLATE "C",
    order_id   text COLLATE "C",
    email      text NOT NULL,
    client_ip  text,
    hold_until timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, livemode, id),
    CHECK ((charge_id IS NOT NULL) = (status IN ('UNPAID', 'PAID'))),
    CHECK ((charge_id IS NULL) = (order_id IS NULL))
);
-- Count the orders that one buyer, or one network address, holds at a time.
CREATE INDEX checkout_open_email ON checkout (seller_id, livemode, email) WHERE status IN ('OPEN', 'PENDING');
CREATE INDEX checkout_open_address ON checkout (seller_id, livemode, client_ip) WHERE status IN ('OPEN', 'PENDING');
COMMENT ON TABLE checkout IS 'Orders of buyers. An open one holds stock until hold_until.';
COMMENT ON COLUMN checkout.amount IS 'Total in the currency''s smallest unit.';
COMMENT ON COLUMN checkout.order_json IS 'The order with the page, coupon and tax rates as they were when it was placed.';
COMMENT ON COLUMN checkout.claims IS 'The stock and coupon uses that the order took: kind, id of the owner, quantity.';
COMMENT ON COLUMN checkout.charge_id IS 'Id of the payment that the order became.';
COMMENT ON COLUMN checkout.order_id IS 'Order number of that payment.';
COMMENT ON COLUMN checkout.client_ip IS 'Network address of the buyer; null behind a proxy that does not send it.';
COMMENT ON COLUMN checkout.hold_until IS 'When an unpaid order expires and its stock is released.';

CREATE TABLE payment_attempt (
    seller_id     text COLLATE "C" NOT NULL,
    livemode      boolean NOT NULL,
    id            text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    checkout_id   text COLLATE "C" NOT NULL,
    status        text COLLATE "C" NOT NULL CHECK (status IN ('OPEN', 'SUCCEEDED', 'CANCELED')),
    processor_id  text COLLATE "C",
    client_secret text COLLATE "C",
    created_at    timestamptz NOT NULL,
    PRIMARY KEY (seller_id, livemode, id),
    FOREIGN KEY (seller_id, livemode, checkout_id) REFERENCES checkout (seller_id, livemode, id) ON DELETE CASCADE,
    CHECK (status <> 'SUCCEEDED' OR processor_id IS NOT NULL)
);
-- At most one payment of a checkout can be charged.
CREATE UNIQUE INDEX payment_attempt_of_checkout ON payment_attempt (seller_id, livemode, checkout_id)
    WHERE status <> 'CANCELED';
CREATE UNIQUE INDEX payment_attempt_processor_id ON payment_attempt (seller_id, livemode, processor_id)
    WHERE processor_id IS NOT NULL;
COMMENT ON TABLE payment_attempt IS 'Payments at the processor. Each is recorded before the processor is called with its id as idempotency key.';
COMMENT ON COLUMN payment_attempt.processor_id IS 'Id of the payment at the processor; null until its response arrived.';
COMMENT ON COLUMN payment_attempt.client_secret IS 'Lets the buyer''s browser confirm this payment, and nothing else.';

GRANT SELECT, INSERT, UPDATE, DELETE ON checkout TO tollgate_writer;
ALTER TABLE checkout ENABLE ROW LEVEL SECURITY;
CREATE POLICY checkout_of_seller ON checkout TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON payment_attempt TO tollgate_writer;
ALTER TABLE payment_attempt ENABLE ROW LEVEL SECURITY;
CREATE POLICY payment_attempt_of_seller ON payment_attempt TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

ALTER TABLE processor_account ADD COLUMN publishable_key text;
COMMENT ON COLUMN processor_account.publishable_key IS 'Key that buyers'' browsers use. Null for accounts of the simulator, whose key is derived.';
