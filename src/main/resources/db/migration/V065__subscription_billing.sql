-- Subscriptions that the processor bills.

ALTER TABLE payment_attempt ADD COLUMN subscription boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN payment_attempt.subscription IS 'Whether processor_id names a subscription at the processor instead of a payment.';

ALTER TABLE checkout DROP CONSTRAINT checkout_kind_check;
ALTER TABLE checkout ADD CONSTRAINT checkout_kind_check CHECK (kind IN ('PRODUCT', 'TICKETS', 'SUBSCRIPTION'));

-- Of two orders that are placed at the same time, the index decides. Later ones are compared with the subscriptions.
ALTER TABLE checkout ADD COLUMN one_subscription_of text COLLATE "C";
CREATE UNIQUE INDEX checkout_one_subscription ON checkout (seller_id, livemode, one_subscription_of, email)
    WHERE one_subscription_of IS NOT NULL AND status IN ('OPEN', 'PENDING');
COMMENT ON COLUMN checkout.one_subscription_of IS 'The product, if each customer can have only one subscription of it at a time; otherwise null.';

ALTER TABLE processor_event ADD COLUMN subscription_id text COLLATE "C";
COMMENT ON COLUMN processor_event.subscription_id IS 'Id at the processor of the subscription that the object is or belongs to; null without one.';

CREATE TABLE subscription_invoice (
    seller_id       text COLLATE "C" NOT NULL,
    livemode        boolean NOT NULL,
    subscription_id text COLLATE "C" NOT NULL,
    invoice_id      text COLLATE "C" NOT NULL,
    number          integer NOT NULL CHECK (number > 0),
    payment_id      text COLLATE "C" NOT NULL,
    final           boolean NOT NULL,
    PRIMARY KEY (seller_id, livemode, subscription_id, invoice_id),
    UNIQUE (seller_id, livemode, subscription_id, number)
);
COMMENT ON TABLE subscription_invoice IS 'The subscription payment of each invoice of the processor: one for each charge of a subscription.';
COMMENT ON COLUMN subscription_invoice.invoice_id IS 'Id of the invoice at the processor.';
COMMENT ON COLUMN subscription_invoice.number IS 'Position among the invoices of the subscription, from 1.';
COMMENT ON COLUMN subscription_invoice.payment_id IS 'Id of the subscription payment.';
COMMENT ON COLUMN subscription_invoice.final IS 'Whether the invoice can no longer change: it is paid or void.';

CREATE TABLE billed_subscription (
    seller_id       text COLLATE "C" NOT NULL,
    livemode        boolean NOT NULL,
    subscription_id text COLLATE "C" NOT NULL,
    processor_id    text COLLATE "C" NOT NULL,
    version         bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (seller_id, livemode, subscription_id),
    UNIQUE (seller_id, livemode, processor_id)
);
COMMENT ON TABLE billed_subscription IS 'Subscriptions whose records follow the processor.';
COMMENT ON COLUMN billed_subscription.processor_id IS 'Id of the subscription at the processor.';
COMMENT ON COLUMN billed_subscription.version IS 'Counts the times that the state of the processor was recorded, so that an older state never replaces a newer one.';

GRANT SELECT, INSERT, UPDATE ON subscription_invoice TO tollgate_writer;
GRANT SELECT, INSERT, UPDATE ON billed_subscription TO tollgate_writer;
ALTER TABLE subscription_invoice ENABLE ROW LEVEL SECURITY;
CREATE POLICY subscription_invoice_of_seller ON subscription_invoice TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
ALTER TABLE billed_subscription ENABLE ROW LEVEL SECURITY;
CREATE POLICY billed_subscription_of_seller ON billed_subscription TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
