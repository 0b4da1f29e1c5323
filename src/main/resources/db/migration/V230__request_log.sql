-- The calls of the API, one row for each, for the sellers to look at. One writer of each instance adds them in batches,
-- apart from the requests. Rows lie in a partition for each day, because a day of them is dropped at once.
CREATE TABLE request_log (
    seller_id    text COLLATE "C" NOT NULL,
    livemode     boolean NOT NULL,
    id           text COLLATE "C" NOT NULL,
    created_at   timestamptz NOT NULL,
    method       text COLLATE "C" NOT NULL,
    path         text COLLATE "C",
    status       bigint NOT NULL,
    status_class text COLLATE "C" NOT NULL,
    error_code   text COLLATE "C",
    key_id       text COLLATE "C" NOT NULL,
    record_id    text COLLATE "C",
    record       bytea NOT NULL,
    PRIMARY KEY (seller_id, livemode, id)
) PARTITION BY RANGE (id);
ALTER TABLE request_log ALTER COLUMN record SET STORAGE EXTERNAL;
COMMENT ON TABLE request_log IS 'Calls of the API. An id begins with the second of the call, so partitions by id are partitions by day.';
COMMENT ON COLUMN request_log.id IS 'The digits of the request id.';
COMMENT ON COLUMN request_log.path IS 'Path of the endpoint, with the names of ids in braces; null if no endpoint has the path.';
COMMENT ON COLUMN request_log.record_id IS 'The record in the response or, without one, the last id in the path.';
COMMENT ON COLUMN request_log.record IS 'The finished JSON, UTF-8, as the interface shows it. Personal values and secrets were removed before.';

-- Calls are written much more often than read: an index contains what can be rare. A list of frequent calls walks the
-- primary key.
CREATE INDEX request_log_method ON request_log (seller_id, livemode, method, id) WHERE method <> 'GET';
CREATE INDEX request_log_path ON request_log (seller_id, livemode, path, id);
CREATE INDEX request_log_status ON request_log (seller_id, livemode, status, id) WHERE status <> 200;
CREATE INDEX request_log_status_class ON request_log (seller_id, livemode, status_class, id)
    WHERE status_class <> '2xx';
CREATE INDEX request_log_key_id ON request_log (seller_id, livemode, key_id, id);
CREATE INDEX request_log_error_code ON request_log (seller_id, livemode, error_code, id) WHERE error_code IS NOT NULL;
CREATE INDEX request_log_record_id ON request_log (seller_id, livemode, record_id, id) WHERE record_id IS NOT NULL;

CREATE TABLE request_log_other PARTITION OF request_log DEFAULT WITH (toast_tuple_target = 8160);
COMMENT ON TABLE request_log_other IS 'Calls of days that have no partition of their own, because it could not be created in time.';

CREATE TABLE request_log_count (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    span "char" NOT NULL CHECK (span IN ('a', 'm', 'd')),
    grouping smallint NOT NULL,
    start date NOT NULL,
    method text COLLATE "C" NOT NULL,
    path text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    status_class text COLLATE "C" NOT NULL,
    error_code text COLLATE "C" NOT NULL,
    key_id text COLLATE "C" NOT NULL,
    records bigint NOT NULL,
    changes bigint NOT NULL,
    PRIMARY KEY (seller_id, livemode, span, grouping, start, method, path, status, status_class, error_code, key_id)
) WITH (fillfactor = 70);
COMMENT ON TABLE request_log_count IS 'Cube of request_log. A dimension holds its value, ''*'' where it is rolled up, or nothing where the record has none.';
COMMENT ON COLUMN request_log_count.span IS 'All time (a), a month (m) or a day (d) in UTC, from start.';
COMMENT ON COLUMN request_log_count.grouping IS '0: all dimensions rolled up; 1 to n: all but that one; 99: none.';
COMMENT ON COLUMN request_log_count.changes IS 'How many calls ever changed this cell.';

CREATE TABLE request_log_change (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    day date NOT NULL,
    method text COLLATE "C" NOT NULL,
    path text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    status_class text COLLATE "C" NOT NULL,
    error_code text COLLATE "C" NOT NULL,
    key_id text COLLATE "C" NOT NULL,
    records bigint NOT NULL CHECK (records <> 0),
    PRIMARY KEY (seller_id, livemode, seq)
);
COMMENT ON TABLE request_log_change IS 'Journal of request_log: how many calls with these values were added by a batch, or dropped with a day.';

CREATE TABLE request_log_error (
    seller_id  text COLLATE "C" NOT NULL,
    livemode   boolean NOT NULL,
    day        date NOT NULL,
    error_code text COLLATE "C" NOT NULL,
    method     text COLLATE "C" NOT NULL,
    path       text COLLATE "C" NOT NULL,
    parameter  text COLLATE "C" NOT NULL,
    records    bigint NOT NULL,
    first_at   timestamptz NOT NULL,
    last_at    timestamptz NOT NULL,
    example_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (seller_id, livemode, day, error_code, method, path, parameter)
) WITH (fillfactor = 70);
COMMENT ON TABLE request_log_error IS 'How many calls of a day had an error, for each parameter that it named. Path and parameter are empty without one.';
COMMENT ON COLUMN request_log_error.example_id IS 'One of the calls.';

GRANT SELECT, INSERT, DELETE, UPDATE (record) ON request_log TO tollgate_writer;
ALTER TABLE request_log ENABLE ROW LEVEL SECURITY;
CREATE POLICY request_log_of_seller ON request_log TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
GRANT SELECT, INSERT, UPDATE, DELETE ON request_log_count TO tollgate_writer;
ALTER TABLE request_log_count ENABLE ROW LEVEL SECURITY;
CREATE POLICY request_log_count_of_seller ON request_log_count TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
GRANT SELECT, INSERT, UPDATE, DELETE ON request_log_change TO tollgate_writer;
ALTER TABLE request_log_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY request_log_change_of_seller ON request_log_change TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
GRANT SELECT, DELETE ON request_log_error TO tollgate_writer;
ALTER TABLE request_log_error ENABLE ROW LEVEL SECURITY;
CREATE POLICY request_log_error_of_seller ON request_log_error TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

-- Nobody but the owner reaches a partition past the table.
ALTER TABLE request_log_other ENABLE ROW LEVEL SECURITY;

CREATE FUNCTION request_log_bound(day date) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT lpad(to_hex(extract(epoch FROM day::timestamp)::bigint), 8, '0') || repeat('0', 16)
$$;
COMMENT ON FUNCTION request_log_bound IS 'The smallest id of a day in UTC.';

CREATE FUNCTION request_log_add_day(day date) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '2s' AS $$
DECLARE
    name text := 'request_log_' || to_char(day, 'YYYYMMDD');
BEGIN
    IF to_regclass(name) IS NOT NULL THEN
        RETURN false;
    END IF;
    EXECUTE format('CREATE TABLE %I (LIKE request_log INCLUDING ALL) WITH (toast_tuple_target = 8160)', name);
    EXECUTE format('COMMENT ON TABLE %I IS %L', name, 'Calls of one day in UTC.');
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE request_log ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
        name, request_log_bound(day), request_log_bound(day + 1));
    RETURN true;
END
$$;
COMMENT ON FUNCTION request_log_add_day IS 'Creates the partition of a day unless it exists. Fails if calls of the day are in request_log_other.';

CREATE FUNCTION request_log_drop_day(before date) RETURNS date LANGUAGE plpgsql SET lock_timeout = '2s' AS $$
DECLARE
    name text;
    gone date;
BEGIN
    SELECT c.relname INTO name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'request_log'::regclass AND c.relname ~ '^request_log_[0-9]{8}$'
      AND c.relname < 'request_log_' || to_char(before, 'YYYYMMDD')
    ORDER BY c.relname LIMIT 1;
    IF name IS NULL THEN
        RETURN NULL;
    END IF;
    gone := to_date(right(name, 8), 'YYYYMMDD');
    -- The lock comes first: a call of the day that another transaction adds would be counted, and then dropped.
    EXECUTE format('ALTER TABLE request_log DETACH PARTITION %I', name);
    INSERT INTO request_log_change (seller_id, livemode, day, method, path, status, status_class, error_code, key_id, records)
    SELECT seller_id, livemode, gone, method, path, status, status_class, error_code, key_id, -sum(records) FROM (
        SELECT seller_id, livemode, method, path, status, status_class, error_code, key_id, records FROM request_log_count
        WHERE span = 'd' AND grouping = 99 AND start = gone
        UNION ALL
        SELECT seller_id, livemode, method, path, status, status_class, error_code, key_id, records FROM request_log_change WHERE day = gone) known
    GROUP BY seller_id, livemode, method, path, status, status_class, error_code, key_id
    HAVING sum(records) <> 0;
    EXECUTE format('DROP TABLE %I', name);
    DELETE FROM request_log_count WHERE span IN ('d', 'm') AND start < gone AND records = 0;
    RETURN gone;
END
$$;
COMMENT ON FUNCTION request_log_drop_day IS 'Drops the oldest partition of a day before this one, with its counts, and returns its day; null if there is none.';
