-- Billing of subscriptions by the simulated processor.

CREATE TABLE simulated_billing (
    seller_id       text COLLATE "C" NOT NULL,
    livemode        boolean NOT NULL,
    subscription_id text COLLATE "C" NOT NULL,
    due_at          timestamptz NOT NULL,
    PRIMARY KEY (seller_id, livemode, subscription_id)
);
CREATE INDEX simulated_billing_due ON simulated_billing (seller_id, livemode, due_at, subscription_id);
COMMENT ON TABLE simulated_billing IS 'When the simulated processor has to do something next for a subscription. Subscriptions that have ended have no row.';
COMMENT ON COLUMN simulated_billing.subscription_id IS 'Id of the subscription at the simulated processor.';
COMMENT ON COLUMN simulated_billing.due_at IS 'Time of the next renewal, repeated charge, expiration or end.';

GRANT SELECT, INSERT, UPDATE, DELETE ON simulated_billing TO tollgate_writer;
ALTER TABLE simulated_billing ENABLE ROW LEVEL SECURITY;
CREATE POLICY simulated_billing_of_seller ON simulated_billing TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

-- Invoices of a subscription in the order of time.
CREATE INDEX simulated_object_invoice ON simulated_object
    (seller_id, livemode, (object ->> 'simulator_subscription'), ((object ->> 'simulator_number')::integer))
    WHERE kind = 'invoice';
-- Invoices that wait for their payment.
CREATE INDEX simulated_object_open_invoice ON simulated_object
    (seller_id, livemode, (object ->> 'simulator_subscription'))
    WHERE kind = 'invoice' AND object ->> 'status' = 'open';
