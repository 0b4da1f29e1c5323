-- Events that the processor sends about changed objects.

ALTER TABLE processor_account ADD COLUMN webhook_secret bytea;
COMMENT ON COLUMN processor_account.webhook_secret IS 'Signing secret of the account''s events, encrypted like the secret key. Null without events, and for accounts of the simulator, whose secret is derived.';

CREATE TABLE processor_event (
    seller_id   text COLLATE "C" NOT NULL,
    livemode    boolean NOT NULL,
    id          text COLLATE "C" NOT NULL,
    type        text COLLATE "C" NOT NULL,
    object_id   text COLLATE "C" NOT NULL,
    payment_id  text COLLATE "C",
    checkout_id text COLLATE "C",
    created_at  timestamptz NOT NULL,
    received_at timestamptz NOT NULL,
    outcome     text COLLATE "C" CHECK (outcome IN ('APPLIED', 'IGNORED')),
    applied_at  timestamptz,
    PRIMARY KEY (seller_id, livemode, id),
    CHECK ((outcome IS NULL) = (applied_at IS NULL))
);
-- Serves the deletion of old events.
CREATE INDEX processor_event_applied ON processor_event (seller_id, applied_at) WHERE applied_at IS NOT NULL;
-- Serves the age of the oldest event that is not applied.
CREATE INDEX processor_event_unapplied ON processor_event (seller_id, livemode, received_at)
    WHERE applied_at IS NULL;
COMMENT ON TABLE processor_event IS 'Events of the processor: which object changed, and no content of it. A task applies each one once.';
COMMENT ON COLUMN processor_event.id IS 'Id of the event at the processor.';
COMMENT ON COLUMN processor_event.object_id IS 'Id at the processor of the object that changed.';
COMMENT ON COLUMN processor_event.payment_id IS 'Id at the processor of the payment that the object is or belongs to; null without one.';
COMMENT ON COLUMN processor_event.checkout_id IS 'Checkout in the metadata of the object; null without one.';
COMMENT ON COLUMN processor_event.created_at IS 'When the processor created the event.';
COMMENT ON COLUMN processor_event.outcome IS 'APPLIED, or IGNORED if the event concerns nothing that Tollgate has; null before.';

GRANT SELECT, INSERT, UPDATE, DELETE ON processor_event TO tollgate_writer;
ALTER TABLE processor_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY processor_event_of_seller ON processor_event TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
