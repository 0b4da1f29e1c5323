-- How records are found and counted without reading them: for each kind of record
--   *_lookup  the narrow twin of a record: what it is filtered and searched by;
--   *_count   the cube: how many records have which values, over all time, by month and by day;
--   *_change  the journal: what was written since and is not in the cube yet.
-- A total is cube plus journal, in one snapshot: exact at any time. A writer only adds rows to the
-- journal, so writers never wait for one another; a loop folds the journal into the cube.
-- The text stands right behind seller and mode: a count of a frequent input reads it in every row,
-- and each column before it costs.
-- Texts are searched by two trigram indexes: one of the text, and one of the text with a letter set
-- between all characters, which finds inputs of one or two characters.


CREATE TABLE customer_lookup (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    search_text text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, livemode, id)
);
CREATE INDEX customer_lookup_search ON customer_lookup USING gin (seller_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
CREATE INDEX customer_lookup_characters ON customer_lookup USING gin (seller_id, ('x' || regexp_replace(search_text, '(.)', '\1x', 'g')) gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
COMMENT ON TABLE customer_lookup IS 'Narrow twin of customer: filters, folded search text.';
CREATE TABLE customer_count (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    span "char" NOT NULL CHECK (span IN ('a', 'm', 'd')),
    grouping smallint NOT NULL,
    start date NOT NULL,
    records bigint NOT NULL,
    changes bigint NOT NULL,
    PRIMARY KEY (seller_id, livemode, span, grouping, start)
) WITH (fillfactor = 70);
COMMENT ON TABLE customer_count IS 'Cube of customer. A dimension holds its value, ''*'' where it is rolled up, or nothing where the record has none.';
COMMENT ON COLUMN customer_count.span IS 'All time (a), a month (m) or a day (d) in UTC, from start.';
COMMENT ON COLUMN customer_count.grouping IS '0: all dimensions rolled up; 1 to n: all but that one; 99: none.';
COMMENT ON COLUMN customer_count.changes IS 'How many writes ever changed this cell; with the journal, the version of the data.';
CREATE TABLE customer_change (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    day date NOT NULL,
    records smallint NOT NULL CHECK (records IN (-1, 1)),
    PRIMARY KEY (seller_id, livemode, seq)
);
COMMENT ON TABLE customer_change IS 'Journal of customer: a row for each record that appeared with these values (+1) or left them (-1).';

CREATE TABLE payment_lookup (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    search_text text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    status text COLLATE "C" NOT NULL,
    order_status text COLLATE "C" NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    product_id text COLLATE "C",
    abandonment_status text COLLATE "C",
    coupon_code text COLLATE "C",
    customer_id text COLLATE "C",
    order_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (seller_id, livemode, id)
);
CREATE INDEX payment_lookup_search ON payment_lookup USING gin (seller_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
CREATE INDEX payment_lookup_characters ON payment_lookup USING gin (seller_id, ('x' || regexp_replace(search_text, '(.)', '\1x', 'g')) gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
COMMENT ON TABLE payment_lookup IS 'Narrow twin of payment: filters, folded search text.';
CREATE TABLE payment_count (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    span "char" NOT NULL CHECK (span IN ('a', 'm', 'd')),
    grouping smallint NOT NULL,
    start date NOT NULL,
    status text COLLATE "C" NOT NULL,
    order_status text COLLATE "C" NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    product_id text COLLATE "C" NOT NULL,
    abandonment_status text COLLATE "C" NOT NULL,
    coupon_code text COLLATE "C" NOT NULL,
    records bigint NOT NULL,
    changes bigint NOT NULL,
    PRIMARY KEY (seller_id, livemode, span, grouping, start, status, order_status, page_id, product_id, abandonment_status, coupon_code)
) WITH (fillfactor = 70);
COMMENT ON TABLE payment_count IS 'Cube of payment. A dimension holds its value, ''*'' where it is rolled up, or nothing where the record has none.';
COMMENT ON COLUMN payment_count.span IS 'All time (a), a month (m) or a day (d) in UTC, from start.';
COMMENT ON COLUMN payment_count.grouping IS '0: all dimensions rolled up; 1 to n: all but that one; 99: none.';
COMMENT ON COLUMN payment_count.changes IS 'How many writes ever changed this cell; with the journal, the version of the data.';
CREATE TABLE payment_change (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    day date NOT NULL,
    status text COLLATE "C" NOT NULL,
    order_status text COLLATE "C" NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    product_id text COLLATE "C" NOT NULL,
    abandonment_status text COLLATE "C" NOT NULL,
    coupon_code text COLLATE "C" NOT NULL,
    records smallint NOT NULL CHECK (records IN (-1, 1)),
    PRIMARY KEY (seller_id, livemode, seq)
);
COMMENT ON TABLE payment_change IS 'Journal of payment: a row for each record that appeared with these values (+1) or left them (-1).';

CREATE TABLE booking_lookup (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    search_text text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    status text COLLATE "C" NOT NULL,
    order_status text COLLATE "C" NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    abandonment_status text COLLATE "C",
    is_complimentary boolean NOT NULL,
    coupon_code text COLLATE "C",
    customer_id text COLLATE "C",
    order_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (seller_id, livemode, id)
);
CREATE INDEX booking_lookup_search ON booking_lookup USING gin (seller_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
CREATE INDEX booking_lookup_characters ON booking_lookup USING gin (seller_id, ('x' || regexp_replace(search_text, '(.)', '\1x', 'g')) gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
COMMENT ON TABLE booking_lookup IS 'Narrow twin of booking: filters, folded search text.';
CREATE TABLE booking_count (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    span "char" NOT NULL CHECK (span IN ('a', 'm', 'd')),
    grouping smallint NOT NULL,
    start date NOT NULL,
    status text COLLATE "C" NOT NULL,
    order_status text COLLATE "C" NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    abandonment_status text COLLATE "C" NOT NULL,
    is_complimentary text COLLATE "C" NOT NULL,
    coupon_code text COLLATE "C" NOT NULL,
    records bigint NOT NULL,
    changes bigint NOT NULL,
    PRIMARY KEY (seller_id, livemode, span, grouping, start, status, order_status, page_id, abandonment_status, is_complimentary, coupon_code)
) WITH (fillfactor = 70);
COMMENT ON TABLE booking_count IS 'Cube of booking. A dimension holds its value, ''*'' where it is rolled up, or nothing where the record has none.';
COMMENT ON COLUMN booking_count.span IS 'All time (a), a month (m) or a day (d) in UTC, from start.';
COMMENT ON COLUMN booking_count.grouping IS '0: all dimensions rolled up; 1 to n: all but that one; 99: none.';
COMMENT ON COLUMN booking_count.changes IS 'How many writes ever changed this cell; with the journal, the version of the data.';
CREATE TABLE booking_change (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    day date NOT NULL,
    status text COLLATE "C" NOT NULL,
    order_status text COLLATE "C" NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    abandonment_status text COLLATE "C" NOT NULL,
    is_complimentary text COLLATE "C" NOT NULL,
    coupon_code text COLLATE "C" NOT NULL,
    records smallint NOT NULL CHECK (records IN (-1, 1)),
    PRIMARY KEY (seller_id, livemode, seq)
);
COMMENT ON TABLE booking_change IS 'Journal of booking: a row for each record that appeared with these values (+1) or left them (-1).';

CREATE TABLE ticket_lookup (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    search_text text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    ticket_type_id text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    check_in_status text COLLATE "C" NOT NULL,
    booking_id text COLLATE "C" NOT NULL,
    order_id text COLLATE "C" NOT NULL,
    customer_id text COLLATE "C",
    attendee_email text COLLATE "C" NOT NULL,
    ticket_short_id text COLLATE "C" NOT NULL,
    attendee_name text COLLATE "C" NOT NULL,
    PRIMARY KEY (seller_id, livemode, id)
);
CREATE INDEX ticket_lookup_search ON ticket_lookup USING gin (seller_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
CREATE INDEX ticket_lookup_characters ON ticket_lookup USING gin (seller_id, ('x' || regexp_replace(search_text, '(.)', '\1x', 'g')) gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
COMMENT ON TABLE ticket_lookup IS 'Narrow twin of ticket: filters, folded search text.';
CREATE TABLE ticket_count (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    span "char" NOT NULL CHECK (span IN ('a', 'm', 'd')),
    grouping smallint NOT NULL,
    start date NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    ticket_type_id text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    check_in_status text COLLATE "C" NOT NULL,
    records bigint NOT NULL,
    changes bigint NOT NULL,
    PRIMARY KEY (seller_id, livemode, span, grouping, start, page_id, ticket_type_id, status, check_in_status)
) WITH (fillfactor = 70);
COMMENT ON TABLE ticket_count IS 'Cube of ticket. A dimension holds its value, ''*'' where it is rolled up, or nothing where the record has none.';
COMMENT ON COLUMN ticket_count.span IS 'All time (a), a month (m) or a day (d) in UTC, from start.';
COMMENT ON COLUMN ticket_count.grouping IS '0: all dimensions rolled up; 1 to n: all but that one; 99: none.';
COMMENT ON COLUMN ticket_count.changes IS 'How many writes ever changed this cell; with the journal, the version of the data.';
CREATE TABLE ticket_change (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    day date NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    ticket_type_id text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    check_in_status text COLLATE "C" NOT NULL,
    records smallint NOT NULL CHECK (records IN (-1, 1)),
    PRIMARY KEY (seller_id, livemode, seq)
);
COMMENT ON TABLE ticket_change IS 'Journal of ticket: a row for each record that appeared with these values (+1) or left them (-1).';

CREATE TABLE subscription_lookup (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    search_text text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    abandonment_status text COLLATE "C",
    customer_id text COLLATE "C",
    order_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (seller_id, livemode, id)
);
CREATE INDEX subscription_lookup_search ON subscription_lookup USING gin (seller_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
CREATE INDEX subscription_lookup_characters ON subscription_lookup USING gin (seller_id, ('x' || regexp_replace(search_text, '(.)', '\1x', 'g')) gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
COMMENT ON TABLE subscription_lookup IS 'Narrow twin of subscription: filters, folded search text.';
CREATE TABLE subscription_count (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    span "char" NOT NULL CHECK (span IN ('a', 'm', 'd')),
    grouping smallint NOT NULL,
    start date NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    abandonment_status text COLLATE "C" NOT NULL,
    records bigint NOT NULL,
    changes bigint NOT NULL,
    PRIMARY KEY (seller_id, livemode, span, grouping, start, page_id, status, abandonment_status)
) WITH (fillfactor = 70);
COMMENT ON TABLE subscription_count IS 'Cube of subscription. A dimension holds its value, ''*'' where it is rolled up, or nothing where the record has none.';
COMMENT ON COLUMN subscription_count.span IS 'All time (a), a month (m) or a day (d) in UTC, from start.';
COMMENT ON COLUMN subscription_count.grouping IS '0: all dimensions rolled up; 1 to n: all but that one; 99: none.';
COMMENT ON COLUMN subscription_count.changes IS 'How many writes ever changed this cell; with the journal, the version of the data.';
CREATE TABLE subscription_change (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    day date NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    abandonment_status text COLLATE "C" NOT NULL,
    records smallint NOT NULL CHECK (records IN (-1, 1)),
    PRIMARY KEY (seller_id, livemode, seq)
);
COMMENT ON TABLE subscription_change IS 'Journal of subscription: a row for each record that appeared with these values (+1) or left them (-1).';

CREATE TABLE subscription_payment_lookup (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    payment_status text COLLATE "C" NOT NULL,
    paid boolean NOT NULL,
    refunded boolean NOT NULL,
    billing_reason text COLLATE "C" NOT NULL,
    subscription_id text COLLATE "C" NOT NULL,
    customer_id text COLLATE "C",
    PRIMARY KEY (seller_id, livemode, id)
);
COMMENT ON TABLE subscription_payment_lookup IS 'Narrow twin of subscription_payment: filters.';
CREATE TABLE subscription_payment_count (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    span "char" NOT NULL CHECK (span IN ('a', 'm', 'd')),
    grouping smallint NOT NULL,
    start date NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    payment_status text COLLATE "C" NOT NULL,
    paid text COLLATE "C" NOT NULL,
    refunded text COLLATE "C" NOT NULL,
    billing_reason text COLLATE "C" NOT NULL,
    records bigint NOT NULL,
    changes bigint NOT NULL,
    PRIMARY KEY (seller_id, livemode, span, grouping, start, page_id, payment_status, paid, refunded, billing_reason)
) WITH (fillfactor = 70);
COMMENT ON TABLE subscription_payment_count IS 'Cube of subscription_payment. A dimension holds its value, ''*'' where it is rolled up, or nothing where the record has none.';
COMMENT ON COLUMN subscription_payment_count.span IS 'All time (a), a month (m) or a day (d) in UTC, from start.';
COMMENT ON COLUMN subscription_payment_count.grouping IS '0: all dimensions rolled up; 1 to n: all but that one; 99: none.';
COMMENT ON COLUMN subscription_payment_count.changes IS 'How many writes ever changed this cell; with the journal, the version of the data.';
CREATE TABLE subscription_payment_change (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    day date NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    payment_status text COLLATE "C" NOT NULL,
    paid text COLLATE "C" NOT NULL,
    refunded text COLLATE "C" NOT NULL,
    billing_reason text COLLATE "C" NOT NULL,
    records smallint NOT NULL CHECK (records IN (-1, 1)),
    PRIMARY KEY (seller_id, livemode, seq)
);
COMMENT ON TABLE subscription_payment_change IS 'Journal of subscription_payment: a row for each record that appeared with these values (+1) or left them (-1).';

CREATE TABLE invoice_lookup (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    search_text text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    status text COLLATE "C" NOT NULL,
    customer_id text COLLATE "C",
    charge_id text COLLATE "C" NOT NULL,
    po_number text COLLATE "C",
    customer_email text COLLATE "C" NOT NULL,
    invoice_number text COLLATE "C" NOT NULL,
    customer_name text COLLATE "C" NOT NULL,
    product_title text COLLATE "C" NOT NULL,
    PRIMARY KEY (seller_id, livemode, id)
);
CREATE INDEX invoice_lookup_search ON invoice_lookup USING gin (seller_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
CREATE INDEX invoice_lookup_characters ON invoice_lookup USING gin (seller_id, ('x' || regexp_replace(search_text, '(.)', '\1x', 'g')) gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
COMMENT ON TABLE invoice_lookup IS 'Narrow twin of invoice: filters, folded search text.';
CREATE TABLE invoice_count (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    span "char" NOT NULL CHECK (span IN ('a', 'm', 'd')),
    grouping smallint NOT NULL,
    start date NOT NULL,
    status text COLLATE "C" NOT NULL,
    records bigint NOT NULL,
    changes bigint NOT NULL,
    PRIMARY KEY (seller_id, livemode, span, grouping, start, status)
) WITH (fillfactor = 70);
COMMENT ON TABLE invoice_count IS 'Cube of invoice. A dimension holds its value, ''*'' where it is rolled up, or nothing where the record has none.';
COMMENT ON COLUMN invoice_count.span IS 'All time (a), a month (m) or a day (d) in UTC, from start.';
COMMENT ON COLUMN invoice_count.grouping IS '0: all dimensions rolled up; 1 to n: all but that one; 99: none.';
COMMENT ON COLUMN invoice_count.changes IS 'How many writes ever changed this cell; with the journal, the version of the data.';
CREATE TABLE invoice_change (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    day date NOT NULL,
    status text COLLATE "C" NOT NULL,
    records smallint NOT NULL CHECK (records IN (-1, 1)),
    PRIMARY KEY (seller_id, livemode, seq)
);
COMMENT ON TABLE invoice_change IS 'Journal of invoice: a row for each record that appeared with these values (+1) or left them (-1).';

CREATE TABLE submission_lookup (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    search_text text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    customer_id text COLLATE "C",
    PRIMARY KEY (seller_id, livemode, id)
);
CREATE INDEX submission_lookup_search ON submission_lookup USING gin (seller_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
CREATE INDEX submission_lookup_characters ON submission_lookup USING gin (seller_id, ('x' || regexp_replace(search_text, '(.)', '\1x', 'g')) gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
COMMENT ON TABLE submission_lookup IS 'Narrow twin of submission: filters, folded search text.';
CREATE TABLE submission_count (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    span "char" NOT NULL CHECK (span IN ('a', 'm', 'd')),
    grouping smallint NOT NULL,
    start date NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    records bigint NOT NULL,
    changes bigint NOT NULL,
    PRIMARY KEY (seller_id, livemode, span, grouping, start, page_id, status)
) WITH (fillfactor = 70);
COMMENT ON TABLE submission_count IS 'Cube of submission. A dimension holds its value, ''*'' where it is rolled up, or nothing where the record has none.';
COMMENT ON COLUMN submission_count.span IS 'All time (a), a month (m) or a day (d) in UTC, from start.';
COMMENT ON COLUMN submission_count.grouping IS '0: all dimensions rolled up; 1 to n: all but that one; 99: none.';
COMMENT ON COLUMN submission_count.changes IS 'How many writes ever changed this cell; with the journal, the version of the data.';
CREATE TABLE submission_change (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    day date NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    records smallint NOT NULL CHECK (records IN (-1, 1)),
    PRIMARY KEY (seller_id, livemode, seq)
);
COMMENT ON TABLE submission_change IS 'Journal of submission: a row for each record that appeared with these values (+1) or left them (-1).';
