-- What every write leaves beside its effect, in the same transaction: the answer to an idempotency
-- key, and an entry of the audit trail.

CREATE TABLE idempotent_answer (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    key text COLLATE "C" NOT NULL CHECK (key <> '' AND length(key) <= 255),
    request bytea NOT NULL,
    status smallint NOT NULL,
    etag text COLLATE "C",
    body bytea NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, livemode, key)
);
-- Serves the expiry, seller by seller.
CREATE INDEX idempotent_answer_created ON idempotent_answer (seller_id, created_at);
COMMENT ON TABLE idempotent_answer IS 'Answers given to requests with an idempotency key, kept for 24 hours.';
COMMENT ON COLUMN idempotent_answer.request IS 'SHA-256 of method, path and body: another request with the same key is refused.';
COMMENT ON COLUMN idempotent_answer.etag IS 'The name of the record''s state that the answer carried, if any.';

CREATE TABLE audit_entry (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    id text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    created_at timestamptz NOT NULL,
    key_id text COLLATE "C" NOT NULL,
    route text COLLATE "C" NOT NULL,
    record_id text COLLATE "C",
    record bytea NOT NULL,
    PRIMARY KEY (seller_id, livemode, id),
    CHECK (left(id, 8) = lpad(to_hex(floor(extract(epoch FROM created_at))::bigint), 8, '0'))
) WITH (toast_tuple_target = 8160);
ALTER TABLE audit_entry ALTER COLUMN record SET STORAGE EXTERNAL;
CREATE INDEX audit_entry_key_id ON audit_entry (seller_id, livemode, key_id, id);
CREATE INDEX audit_entry_route ON audit_entry (seller_id, livemode, route, id);
CREATE INDEX audit_entry_record_id ON audit_entry (seller_id, livemode, record_id, id);
COMMENT ON TABLE audit_entry IS 'What each write changed: one row for each record.';
COMMENT ON COLUMN audit_entry.record IS 'The finished JSON, UTF-8, as the interface shows it.';

CREATE TABLE audit_entry_lookup (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    key_id text COLLATE "C" NOT NULL,
    route text COLLATE "C" NOT NULL,
    record_id text COLLATE "C",
    PRIMARY KEY (seller_id, livemode, id)
);
CREATE INDEX audit_entry_lookup_record_id ON audit_entry_lookup (seller_id, livemode, record_id, id);
COMMENT ON TABLE audit_entry_lookup IS 'Narrow twin of audit_entry: filters.';

CREATE TABLE audit_entry_count (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    span "char" NOT NULL CHECK (span IN ('a', 'm', 'd')),
    grouping smallint NOT NULL,
    start date NOT NULL,
    key_id text COLLATE "C" NOT NULL,
    route text COLLATE "C" NOT NULL,
    records bigint NOT NULL,
    changes bigint NOT NULL,
    PRIMARY KEY (seller_id, livemode, span, grouping, start, key_id, route)
) WITH (fillfactor = 70);
COMMENT ON TABLE audit_entry_count IS 'Cube of audit_entry. A dimension holds its value, ''*'' where it is rolled up, or nothing where the record has none.';
COMMENT ON COLUMN audit_entry_count.span IS 'All time (a), a month (m) or a day (d) in UTC, from start.';
COMMENT ON COLUMN audit_entry_count.grouping IS '0: all dimensions rolled up; 1 to n: all but that one; 99: none.';
COMMENT ON COLUMN audit_entry_count.changes IS 'How many writes ever changed this cell; with the journal, the version of the data.';

CREATE TABLE audit_entry_change (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    day date NOT NULL,
    key_id text COLLATE "C" NOT NULL,
    route text COLLATE "C" NOT NULL,
    records smallint NOT NULL CHECK (records IN (-1, 1)),
    PRIMARY KEY (seller_id, livemode, seq)
);
COMMENT ON TABLE audit_entry_change IS 'Journal of audit_entry: a row for each record that appeared with these values (+1) or left them (-1).';

GRANT SELECT, INSERT, UPDATE, DELETE ON idempotent_answer TO tollgate_writer;
ALTER TABLE idempotent_answer ENABLE ROW LEVEL SECURITY;
CREATE POLICY idempotent_answer_of_seller ON idempotent_answer TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT ON audit_entry TO tollgate_writer;
ALTER TABLE audit_entry ENABLE ROW LEVEL SECURITY;
CREATE POLICY audit_entry_of_seller ON audit_entry TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT ON audit_entry_lookup TO tollgate_writer;
ALTER TABLE audit_entry_lookup ENABLE ROW LEVEL SECURITY;
CREATE POLICY audit_entry_lookup_of_seller ON audit_entry_lookup TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON audit_entry_count TO tollgate_writer;
ALTER TABLE audit_entry_count ENABLE ROW LEVEL SECURITY;
CREATE POLICY audit_entry_count_of_seller ON audit_entry_count TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON audit_entry_change TO tollgate_writer;
ALTER TABLE audit_entry_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY audit_entry_change_of_seller ON audit_entry_change TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
