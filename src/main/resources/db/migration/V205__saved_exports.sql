-- Exports that sellers save: which list, which columns, and when files of it are made.

CREATE TABLE saved_export (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    id text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    created_at timestamptz NOT NULL,
    list text COLLATE "C" NOT NULL,
    schedule text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    record bytea NOT NULL,
    PRIMARY KEY (seller_id, livemode, id),
    CHECK (left(id, 8) = lpad(to_hex(floor(extract(epoch FROM created_at))::bigint), 8, '0'))
) WITH (toast_tuple_target = 8160);
ALTER TABLE saved_export ALTER COLUMN record SET STORAGE EXTERNAL;
CREATE INDEX saved_export_list ON saved_export (seller_id, livemode, list, id);
CREATE INDEX saved_export_schedule ON saved_export (seller_id, livemode, schedule, id);
CREATE INDEX saved_export_status ON saved_export (seller_id, livemode, status, id);
COMMENT ON TABLE saved_export IS 'Lists of which files are made, once or by a schedule.';
COMMENT ON COLUMN saved_export.record IS 'The finished JSON, UTF-8, as the interface shows it.';
CREATE TABLE saved_export_lookup (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    list text COLLATE "C" NOT NULL,
    schedule text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    PRIMARY KEY (seller_id, livemode, id)
);
COMMENT ON TABLE saved_export_lookup IS 'Narrow twin of saved_export: filters.';
CREATE TABLE saved_export_count (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    span "char" NOT NULL CHECK (span IN ('a', 'm', 'd')),
    grouping smallint NOT NULL,
    start date NOT NULL,
    list text COLLATE "C" NOT NULL,
    schedule text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    records bigint NOT NULL,
    changes bigint NOT NULL,
    PRIMARY KEY (seller_id, livemode, span, grouping, start, list, schedule, status)
) WITH (fillfactor = 70);
COMMENT ON TABLE saved_export_count IS 'Cube of saved_export. A dimension holds its value, ''*'' where it is rolled up, or nothing where the record has none.';
COMMENT ON COLUMN saved_export_count.span IS 'All time (a), a month (m) or a day (d) in UTC, from start.';
COMMENT ON COLUMN saved_export_count.grouping IS '0: all dimensions rolled up; 1 to n: all but that one; 99: none.';
COMMENT ON COLUMN saved_export_count.changes IS 'How many writes ever changed this cell; with the journal, the version of the data.';
CREATE TABLE saved_export_change (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    day date NOT NULL,
    list text COLLATE "C" NOT NULL,
    schedule text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    records smallint NOT NULL CHECK (records IN (-1, 1)),
    PRIMARY KEY (seller_id, livemode, seq)
);
COMMENT ON TABLE saved_export_change IS 'Journal of saved_export: a row for each record that appeared with these values (+1) or left them (-1).';

GRANT SELECT, INSERT, UPDATE, DELETE ON saved_export, saved_export_lookup, saved_export_count, saved_export_change TO tollgate_writer;
ALTER TABLE saved_export ENABLE ROW LEVEL SECURITY;
CREATE POLICY saved_export_of_seller ON saved_export TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
ALTER TABLE saved_export_lookup ENABLE ROW LEVEL SECURITY;
CREATE POLICY saved_export_lookup_of_seller ON saved_export_lookup TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
ALTER TABLE saved_export_count ENABLE ROW LEVEL SECURITY;
CREATE POLICY saved_export_count_of_seller ON saved_export_count TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
ALTER TABLE saved_export_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY saved_export_change_of_seller ON saved_export_change TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
