-- Webhooks belong to the catalog: both modes share them. Their counters and positions change with each delivery, so they
-- are stored apart from the document.
CREATE TABLE webhook (
    seller_id  text COLLATE "C" NOT NULL,
    id         text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    status     text NOT NULL CHECK (status IN ('active', 'inactive', 'failed')),
    event      text[] NOT NULL CHECK (cardinality(event) > 0),
    secret     bytea NOT NULL,
    former_secret bytea,
    former_until  timestamptz,
    document   jsonb NOT NULL,
    url        text COLLATE "C" NOT NULL GENERATED ALWAYS AS (document ->> 'url') STORED,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    UNIQUE (seller_id, url),
    CHECK ((former_secret IS NULL) = (former_until IS NULL))
);
CREATE INDEX webhook_by_status ON webhook (seller_id, status, id);
COMMENT ON TABLE webhook IS 'Addresses to which events are sent. At most ten for each seller.';
COMMENT ON COLUMN webhook.event IS 'The types of events that are sent.';
COMMENT ON COLUMN webhook.secret IS 'The signing secret, encrypted with AES-256-GCM and bound to seller and webhook.';
COMMENT ON COLUMN webhook.former_secret IS 'The secret before the last rotation, which signs beside the new one until former_until.';

CREATE TABLE webhook_state (
    seller_id         text COLLATE "C" NOT NULL,
    webhook_id        text COLLATE "C" NOT NULL,
    sequence          bigint NOT NULL DEFAULT 0,
    digest            text NOT NULL DEFAULT '',
    delivery_count    bigint NOT NULL DEFAULT 0,
    success_count     bigint NOT NULL DEFAULT 0,
    failure_count     bigint NOT NULL DEFAULT 0,
    last_triggered_at timestamptz,
    last_success_at   timestamptz,
    last_failure_at   timestamptz,
    failing_since     timestamptz,
    not_before        timestamptz,
    PRIMARY KEY (seller_id, webhook_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE webhook_state IS 'The sequence and the counters of a webhook. Its lock orders the deliveries of the webhook.';
COMMENT ON COLUMN webhook_state.sequence IS 'The number of the last delivery.';
COMMENT ON COLUMN webhook_state.digest IS 'SHA-256 of the body of the last delivery, in hexadecimal digits; empty before the first.';
COMMENT ON COLUMN webhook_state.failing_since IS 'The first failed attempt after the last success; null if the last attempt succeeded.';
COMMENT ON COLUMN webhook_state.not_before IS 'Until when an overloaded receiver gets no delivery.';

CREATE TABLE webhook_position (
    seller_id  text COLLATE "C" NOT NULL,
    livemode   boolean NOT NULL,
    webhook_id text COLLATE "C" NOT NULL,
    position   bigint NOT NULL,
    PRIMARY KEY (seller_id, livemode, webhook_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE webhook_position IS 'The last event of the feed that became a delivery, or that the webhook does not want. A webhook without a row for a mode gets no events of it.';

CREATE TABLE webhook_delivery (
    seller_id   text COLLATE "C" NOT NULL,
    livemode    boolean NOT NULL,
    id          text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    webhook_id  text COLLATE "C" NOT NULL,
    sequence    bigint NOT NULL,
    previous    text NOT NULL,
    event_id    text COLLATE "C" NOT NULL,
    type        text NOT NULL,
    record_id   text COLLATE "C" NOT NULL,
    state       text NOT NULL CHECK (state IN ('PENDING', 'DELIVERED', 'FAILED')),
    lane        text COLLATE "C" NOT NULL,
    attempts    integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    due_at      timestamptz NOT NULL,
    created_at  timestamptz NOT NULL,
    ended_at    timestamptz,
    status_code integer,
    response    bytea,
    failure     text,
    PRIMARY KEY (seller_id, livemode, id),
    UNIQUE (seller_id, webhook_id, sequence),
    CHECK ((ended_at IS NULL) = (state = 'PENDING'))
);
COMMENT ON TABLE webhook_delivery IS 'An event on its way to a webhook, and its outcome. The body is rendered from the event log.';
COMMENT ON COLUMN webhook_delivery.previous IS 'SHA-256 of the body of the former delivery of the webhook; empty for the first.';
COMMENT ON COLUMN webhook_delivery.due_at IS 'Infinity while a former delivery of the same record is pending.';
COMMENT ON COLUMN webhook_delivery.response IS 'The first 16 KiB of the last response.';

-- Finds the sellers that have due deliveries.
CREATE INDEX webhook_delivery_due ON webhook_delivery (seller_id, livemode, lane, due_at, id) WHERE state = 'PENDING';
-- Claims the deliveries of each webhook.
CREATE INDEX webhook_delivery_of_webhook ON webhook_delivery (seller_id, livemode, webhook_id, due_at)
    WHERE state = 'PENDING';
-- Finds what a delivery of the same record waits for.
CREATE INDEX webhook_delivery_of_record ON webhook_delivery (seller_id, webhook_id, record_id, sequence)
    WHERE state = 'PENDING';
-- Finds the deliveries of an event that may have to be sent again.
CREATE INDEX webhook_delivery_of_event ON webhook_delivery (seller_id, webhook_id, event_id);
-- Deletes old deliveries, and counts those of the last day.
CREATE INDEX webhook_delivery_created ON webhook_delivery (seller_id, livemode, created_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON webhook, webhook_state, webhook_position, webhook_delivery TO tollgate_writer;
ALTER TABLE webhook ENABLE ROW LEVEL SECURITY;
CREATE POLICY webhook_of_seller ON webhook TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
ALTER TABLE webhook_state ENABLE ROW LEVEL SECURITY;
CREATE POLICY webhook_state_of_seller ON webhook_state TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
ALTER TABLE webhook_position ENABLE ROW LEVEL SECURITY;
CREATE POLICY webhook_position_of_seller ON webhook_position TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
ALTER TABLE webhook_delivery ENABLE ROW LEVEL SECURITY;
CREATE POLICY webhook_delivery_of_seller ON webhook_delivery TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
