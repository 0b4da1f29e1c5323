-- Cards with which subscribers pay after a failed charge.

CREATE TABLE card_replacement (
    seller_id       text COLLATE "C" NOT NULL,
    livemode        boolean NOT NULL,
    id              text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    subscription_id text COLLATE "C" NOT NULL,
    setup_id        text COLLATE "C",
    client_secret   text COLLATE "C",
    status          text COLLATE "C" NOT NULL CHECK (status IN ('OPEN', 'ENDED')),
    created_at      timestamptz NOT NULL,
    ended_at        timestamptz,
    PRIMARY KEY (seller_id, livemode, id),
    CHECK ((setup_id IS NULL) = (client_secret IS NULL)),
    CHECK ((status = 'ENDED') = (ended_at IS NOT NULL))
);
CREATE UNIQUE INDEX card_replacement_open ON card_replacement (seller_id, livemode, subscription_id)
    WHERE status = 'OPEN';
CREATE UNIQUE INDEX card_replacement_setup ON card_replacement (seller_id, livemode, setup_id)
    WHERE setup_id IS NOT NULL;
COMMENT ON TABLE card_replacement IS 'Setups at the processor with which subscribers replace the card of a subscription after a failed charge. Each is stored before the processor is called with its id as idempotency key.';
COMMENT ON COLUMN card_replacement.setup_id IS 'Id of the setup at the processor; null until its response arrived.';
COMMENT ON COLUMN card_replacement.client_secret IS 'Lets the browser of the subscriber confirm this setup, and nothing else.';
COMMENT ON COLUMN card_replacement.status IS 'OPEN: waits for the subscriber. ENDED: its card was charged for what was due, or it was canceled.';

GRANT SELECT, INSERT, UPDATE ON card_replacement TO tollgate_writer;
ALTER TABLE card_replacement ENABLE ROW LEVEL SECURITY;
CREATE POLICY card_replacement_of_seller ON card_replacement TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
