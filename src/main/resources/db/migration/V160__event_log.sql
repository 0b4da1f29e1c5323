-- What sellers are told. A write appends its changes to reported_change in its own transaction; the relay numbers them
-- when no earlier transaction can still commit, so that events never appear behind a position that was read.
CREATE TABLE reported_change (
    seller_id   text COLLATE "C" NOT NULL,
    livemode    boolean NOT NULL,
    id          text COLLATE "C" NOT NULL,
    xid         xid8 NOT NULL DEFAULT pg_current_xact_id(),
    number      bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    event_ids   text[] COLLATE "C" NOT NULL,
    types       text[] NOT NULL CHECK (cardinality(types) > 0 AND cardinality(types) = cardinality(event_ids)),
    record_kind text NOT NULL,
    record_id   text COLLATE "C" NOT NULL,
    page_id     text COLLATE "C",
    record      bytea NOT NULL,
    actor       text NOT NULL,
    actor_id    text COLLATE "C",
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (seller_id, livemode, id)
) WITH (toast_tuple_target = 8160);
ALTER TABLE reported_change ALTER COLUMN record SET STORAGE EXTERNAL;
COMMENT ON TABLE reported_change IS 'A change of a record with the events that it causes. Written once, in the transaction of the change; deleted after the retention time of events.';
COMMENT ON COLUMN reported_change.xid IS 'The transaction of the change. It is visible for good once no transaction with a lower number runs.';
COMMENT ON COLUMN reported_change.number IS 'The order of changes. Changes of one record take their numbers while they hold its lock, so their numbers are in commit order; their transactions may not be.';
COMMENT ON COLUMN reported_change.record IS 'The record as rendered after the change, JSON in UTF-8.';

-- The relay reads what lies behind the transaction that it has reached.
CREATE INDEX reported_change_by_xid ON reported_change (xid);

CREATE TABLE event (
    seller_id  text COLLATE "C" NOT NULL,
    livemode   boolean NOT NULL,
    position   bigint NOT NULL,
    id         text COLLATE "C" NOT NULL,
    type       text NOT NULL,
    change_id  text COLLATE "C" NOT NULL,
    record_id  text COLLATE "C" NOT NULL,
    page_id    text COLLATE "C",
    created_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, livemode, position),
    UNIQUE (seller_id, livemode, id)
);
COMMENT ON TABLE event IS 'Events in the order of the feed, numbered without gaps for each seller and mode. Written by the relay.';

-- For the events of one record.
CREATE INDEX event_by_record ON event (seller_id, livemode, record_id, position);

CREATE TABLE event_head (
    seller_id text COLLATE "C" NOT NULL,
    livemode  boolean NOT NULL,
    first     bigint NOT NULL DEFAULT 1,
    last      bigint NOT NULL,
    PRIMARY KEY (seller_id, livemode),
    CHECK (first >= 1 AND last >= first - 1)
);
COMMENT ON TABLE event_head IS 'The first position that is still kept, and the last one that was given, for each seller and mode.';

CREATE TABLE event_relay (
    only_row  boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    reached   xid8 NOT NULL,
    cluster   bigint NOT NULL
);
COMMENT ON TABLE event_relay IS 'All changes of transactions below "reached" are numbered. Transaction numbers begin anew in another cluster, so a restored copy is recognized by the identifier of its cluster.';
INSERT INTO event_relay (reached, cluster) SELECT '0', system_identifier FROM pg_control_system();

GRANT SELECT, INSERT, DELETE ON reported_change TO tollgate_writer;
GRANT SELECT, DELETE ON event TO tollgate_writer;
GRANT SELECT, UPDATE ON event_head TO tollgate_writer;
ALTER TABLE reported_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY reported_change_of_seller ON reported_change TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
ALTER TABLE event ENABLE ROW LEVEL SECURITY;
CREATE POLICY event_of_seller ON event TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
ALTER TABLE event_head ENABLE ROW LEVEL SECURITY;
CREATE POLICY event_head_of_seller ON event_head TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
