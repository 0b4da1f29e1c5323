-- The test clock of each seller, which moves the time of test mode forward.

CREATE TABLE test_clock (
    seller_id     text COLLATE "C" PRIMARY KEY,
    offset_millis bigint NOT NULL DEFAULT 0 CHECK (offset_millis >= 0),
    move_id       text COLLATE "C",
    moving_until  timestamptz,
    updated_at    timestamptz NOT NULL,
    CHECK ((move_id IS NULL) = (moving_until IS NULL))
);
COMMENT ON TABLE test_clock IS 'The time of test mode of each seller; no row if the seller never moved it.';
COMMENT ON COLUMN test_clock.offset_millis IS 'Milliseconds between real time and the time of test mode. Never becomes smaller.';
COMMENT ON COLUMN test_clock.move_id IS 'The running move; null if none runs. Only one runs at a time.';
COMMENT ON COLUMN test_clock.moving_until IS 'Real time until which the running move is certainly not abandoned. Until then it alone does the due work of the seller''s test mode.';
COMMENT ON COLUMN test_clock.updated_at IS 'Real time of the last change.';

CREATE TABLE test_clock_event (
    seller_id   text COLLATE "C" NOT NULL,
    number      bigint GENERATED ALWAYS AS IDENTITY,
    type        text NOT NULL,
    record_id   text COLLATE "C" NOT NULL,
    happened_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, number)
);
COMMENT ON TABLE test_clock_event IS 'What the running or last move of a test clock caused. The next move deletes it.';
COMMENT ON COLUMN test_clock_event.type IS 'What happened, such as subscription.renewed.';
COMMENT ON COLUMN test_clock_event.record_id IS 'Id of the record to which it happened.';
COMMENT ON COLUMN test_clock_event.happened_at IS 'When it happened, in the time of test mode.';

GRANT SELECT, INSERT, UPDATE ON test_clock TO tollgate_writer;
GRANT SELECT, INSERT, DELETE ON test_clock_event TO tollgate_writer;
ALTER TABLE test_clock ENABLE ROW LEVEL SECURITY;
CREATE POLICY test_clock_of_seller ON test_clock TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
ALTER TABLE test_clock_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY test_clock_event_of_seller ON test_clock_event TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
