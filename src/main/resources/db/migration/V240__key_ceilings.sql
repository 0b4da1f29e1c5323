-- The most that a key may give away: refunds of each currency, and complimentary tickets of a day.

ALTER TABLE api_key
    ADD COLUMN ceilings jsonb,
    ADD COLUMN ceiling_counter text COLLATE "C";
COMMENT ON COLUMN api_key.ceilings IS 'The most that the key may give away, as the API shows it; null: no ceiling.';
COMMENT ON COLUMN api_key.ceiling_counter IS 'The key whose counters this one shares, because that key created it or this one replaced it; null: its own.';

GRANT SELECT (ceilings, ceiling_counter), INSERT (ceilings, ceiling_counter), UPDATE (ceilings) ON api_key
    TO tollgate_writer;

CREATE TABLE key_ceiling_use (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    counter_id text COLLATE "C" NOT NULL,
    day date NOT NULL,
    ceiling text COLLATE "C" NOT NULL CHECK (ceiling IN ('refundAmount', 'complimentaryTickets')),
    currency text COLLATE "C" NOT NULL,
    used bigint NOT NULL,
    most bigint NOT NULL,
    PRIMARY KEY (seller_id, livemode, counter_id, day, ceiling, currency),
    CONSTRAINT key_ceiling_use_within CHECK (used BETWEEN 0 AND most)
);
COMMENT ON TABLE key_ceiling_use IS 'What keys with ceilings gave away on a day. The constraint prevents that concurrent requests exceed a ceiling.';
COMMENT ON COLUMN key_ceiling_use.counter_id IS 'Id of the key that counts: see api_key.ceiling_counter.';
COMMENT ON COLUMN key_ceiling_use.day IS 'The day in the time zone of the account.';
COMMENT ON COLUMN key_ceiling_use.currency IS 'Currency of the refunds; empty for tickets.';
COMMENT ON COLUMN key_ceiling_use.used IS 'In the currency''s smallest unit; tickets as a number.';
COMMENT ON COLUMN key_ceiling_use.most IS 'The ceiling of the key that wrote the row last.';

GRANT SELECT, INSERT, UPDATE, DELETE ON key_ceiling_use TO tollgate_writer;
ALTER TABLE key_ceiling_use ENABLE ROW LEVEL SECURITY;
CREATE POLICY key_ceiling_use_of_seller ON key_ceiling_use TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
