-- Changes of the quantity and the price of subscriptions. Their orders stay as the buyers placed them, so the newest
-- change says what a subscription charges now.
CREATE TABLE subscription_update (
    seller_id       text COLLATE "C" NOT NULL,
    livemode        boolean NOT NULL,
    subscription_id text COLLATE "C" NOT NULL,
    number          integer NOT NULL CHECK (number > 0),
    quantity        integer NOT NULL CHECK (quantity > 0),
    price           text NOT NULL,
    amount          bigint NOT NULL CHECK (amount > 0),
    applied_at      timestamptz NOT NULL,
    prorated        boolean NOT NULL,
    PRIMARY KEY (seller_id, livemode, subscription_id, number),
    FOREIGN KEY (seller_id, livemode, subscription_id)
        REFERENCES billed_subscription (seller_id, livemode, subscription_id)
);
COMMENT ON TABLE subscription_update IS 'Changes of quantities and prices of subscriptions. The newest one applies.';
COMMENT ON COLUMN subscription_update.number IS 'Position among the changes of the subscription, from 1.';
COMMENT ON COLUMN subscription_update.price IS 'The price of one after the change, as it was in the catalog then.';
COMMENT ON COLUMN subscription_update.prorated IS 'Whether the difference for the rest of the period was charged or credited. Until the next charge, nothing can be credited that was not.';
COMMENT ON COLUMN subscription_update.amount IS 'What each period costs after the change, in the currency''s smallest unit.';

GRANT SELECT, INSERT ON subscription_update TO tollgate_writer;
ALTER TABLE subscription_update ENABLE ROW LEVEL SECURITY;
CREATE POLICY subscription_update_of_seller ON subscription_update TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
