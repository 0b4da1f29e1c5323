-- Events that the simulated processor sends.

CREATE TABLE simulated_event (
    seller_id    text COLLATE "C" NOT NULL,
    livemode     boolean NOT NULL,
    id           text COLLATE "C" NOT NULL,
    type         text COLLATE "C" NOT NULL,
    object_id    text COLLATE "C" NOT NULL,
    body         text NOT NULL,
    delivery     text COLLATE "C" NOT NULL CHECK (delivery IN ('NORMAL', 'LATE', 'TWICE', 'SHUFFLED', 'NEVER')),
    status       text COLLATE "C" NOT NULL CHECK (status IN ('PENDING', 'DELIVERED', 'NEVER', 'FAILED')),
    remaining    integer NOT NULL CHECK (remaining >= 0),
    attempts     integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    last_status  integer,
    due_at       timestamptz NOT NULL,
    created_at   timestamptz NOT NULL,
    delivered_at timestamptz,
    PRIMARY KEY (seller_id, livemode, id)
);
CREATE INDEX simulated_event_due ON simulated_event (seller_id, livemode, due_at) WHERE status = 'PENDING';
CREATE INDEX simulated_event_created ON simulated_event (seller_id, livemode, created_at);
COMMENT ON TABLE simulated_event IS 'Events of the simulated processor with the state of their delivery.';
COMMENT ON COLUMN simulated_event.body IS 'The event as sent.';
COMMENT ON COLUMN simulated_event.delivery IS 'How the event is to be delivered.';
COMMENT ON COLUMN simulated_event.remaining IS 'Number of deliveries that must still succeed.';
COMMENT ON COLUMN simulated_event.attempts IS 'Number of attempts so far.';
COMMENT ON COLUMN simulated_event.last_status IS 'HTTP status of the last response; 0 if there was none; null before the first attempt.';

GRANT SELECT, INSERT, UPDATE, DELETE ON simulated_event TO tollgate_writer;
ALTER TABLE simulated_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY simulated_event_of_seller ON simulated_event TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

-- Payments whose outcome follows later.
CREATE INDEX simulated_object_processing ON simulated_object (seller_id, livemode, id)
    WHERE kind = 'payment_intent' AND object ->> 'status' = 'processing';
