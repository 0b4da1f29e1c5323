-- What reports sum: amounts and numbers of sales by quarter of an hour, page and currency. Quarters of an hour are whole
-- in every time zone, so that a day of a report is that of the seller.

CREATE TABLE sales_measure (
    seller_id text COLLATE "C" NOT NULL,
    livemode  boolean NOT NULL,
    page_id   text COLLATE "C" NOT NULL,
    span      "char" NOT NULL CHECK (span IN ('d', 'q')),
    start     timestamptz NOT NULL,
    measure   text COLLATE "C" NOT NULL,
    currency  text COLLATE "C" NOT NULL,
    amount    bigint NOT NULL,
    PRIMARY KEY (seller_id, livemode, page_id, span, start, measure, currency)
) WITH (fillfactor = 70);
CREATE INDEX sales_measure_span ON sales_measure (seller_id, livemode, span, start);
COMMENT ON TABLE sales_measure IS 'Sums of what records add to reports. With the journal, the measures.';
COMMENT ON COLUMN sales_measure.page_id IS 'Id of the page, or ''*'' for the sum of all pages.';
COMMENT ON COLUMN sales_measure.span IS 'A day in UTC (d) or a quarter of an hour (q), from start.';
COMMENT ON COLUMN sales_measure.measure IS 'Such as paid: see Measures in the code of each resource.';
COMMENT ON COLUMN sales_measure.currency IS 'In lower case; empty if the measure has none.';
COMMENT ON COLUMN sales_measure.amount IS 'In the currency''s smallest unit, or a number of records.';

CREATE TABLE sales_measure_change (
    seller_id text COLLATE "C" NOT NULL,
    livemode  boolean NOT NULL,
    seq       bigint GENERATED ALWAYS AS IDENTITY,
    page_id   text COLLATE "C" NOT NULL,
    start     timestamptz NOT NULL,
    measure   text COLLATE "C" NOT NULL,
    currency  text COLLATE "C" NOT NULL,
    amount    bigint NOT NULL,
    PRIMARY KEY (seller_id, livemode, seq)
);
COMMENT ON TABLE sales_measure_change IS 'Journal of sales_measure: what each change of a record adds.';
COMMENT ON COLUMN sales_measure_change.start IS 'The quarter of an hour of the change, in the time of its mode.';

GRANT SELECT, INSERT, UPDATE, DELETE ON sales_measure, sales_measure_change TO tollgate_writer;
ALTER TABLE sales_measure ENABLE ROW LEVEL SECURITY;
CREATE POLICY sales_measure_of_seller ON sales_measure TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
ALTER TABLE sales_measure_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY sales_measure_change_of_seller ON sales_measure_change TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

CREATE FUNCTION monthly_amount(amount bigint, period text, periods bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE AS $$
    SELECT round(amount * (CASE period WHEN 'day' THEN 365 WHEN 'week' THEN 365 ELSE 1 END)::numeric
                 / (CASE period WHEN 'day' THEN 12 WHEN 'week' THEN 84 WHEN 'month' THEN 1 ELSE 12 END * periods))::bigint
$$;
COMMENT ON FUNCTION monthly_amount IS 'What a subscription charges in an average month, rounded half away from zero.';

CREATE FUNCTION sales_measures_of(seller text)
    RETURNS TABLE (livemode boolean, page_id text, created_at timestamptz, measure text, currency text, amount bigint)
    LANGUAGE sql STABLE AS $$
    SELECT s.livemode, s.page_id, s.created_at, m.measure, s.json ->> 'currency', m.amount
    FROM (SELECT p.livemode, p.page_id, p.created_at, p.status, p.amount_paid,
                 convert_from(p.record, 'UTF8')::jsonb AS json
          FROM payment p WHERE p.seller_id = seller
          UNION ALL
          SELECT b.livemode, b.page_id, b.created_at, b.status, b.amount_paid,
                 convert_from(b.record, 'UTF8')::jsonb
          FROM booking b WHERE b.seller_id = seller) s,
         LATERAL (VALUES ('paid', s.amount_paid), ('checkouts', 1),
                         ('orders', (s.status IN ('unpaid', 'partially_paid', 'paid', 'partial_refund', 'refunded'))::int)
                 ) AS m (measure, amount)
    WHERE m.amount <> 0
    UNION ALL
    SELECT s.livemode, s.page_id, s.created_at, 'paid', convert_from(s.record, 'UTF8')::jsonb ->> 'currency',
           (convert_from(s.record, 'UTF8')::jsonb ->> 'amount')::bigint
    FROM subscription_payment s WHERE s.seller_id = seller AND s.paid
    UNION ALL
    SELECT r.livemode, c.page_id, r.created_at, 'refunded', r.currency, r.amount
    FROM refund r, LATERAL (
        SELECT p.page_id FROM payment p WHERE p.seller_id = seller AND p.livemode = r.livemode AND p.id = r.charge_id
        UNION ALL
        SELECT b.page_id FROM booking b WHERE b.seller_id = seller AND b.livemode = r.livemode AND b.id = r.charge_id
        UNION ALL
        SELECT s.page_id FROM subscription_payment s
        WHERE s.seller_id = seller AND s.livemode = r.livemode AND s.id = r.charge_id) c
    WHERE r.seller_id = seller AND r.status = 'SUCCEEDED'
    UNION ALL
    SELECT s.livemode, coalesce(s.page_id, ''), s.created_at, m.measure, s.json ->> 'currency', m.amount
    FROM (SELECT t.livemode, t.page_id, t.created_at, t.status, convert_from(t.record, 'UTF8')::jsonb AS json,
                 (t.status IN ('trialing', 'paused', 'scheduled', 'active', 'past_due', 'canceled', 'unpaid',
                               'completed'))::int AS bought
          FROM subscription t WHERE t.seller_id = seller) s,
         LATERAL (SELECT (s.json ->> 'planIterations' IS NULL)::int AS endless) e,
         LATERAL (SELECT e.endless * (s.status IN ('active', 'past_due'))::int AS recurs) r,
         LATERAL (VALUES ('checkouts', 1),
                         ('orders', s.bought),
                         ('started', e.endless * s.bought),
                         ('ended', e.endless * (s.status IN ('canceled', 'unpaid'))::int),
                         ('subscribers', r.recurs),
                         ('recurring', r.recurs * monthly_amount((s.json ->> 'amount')::bigint, s.json ->> 'interval',
                                                                 (s.json ->> 'intervalCount')::bigint))
                 ) AS m (measure, amount)
    WHERE m.amount <> 0
    UNION ALL
    SELECT f.livemode, f.page_id, f.created_at, m.measure, coalesce(f.currency, ''), m.amount
    FROM funnel_run_record f,
         LATERAL (VALUES ('offers', (f.shown_at IS NOT NULL)::int), ('accepted', (f.outcome = 'accepted')::int)
                 ) AS m (measure, amount)
    WHERE f.seller_id = seller AND m.amount <> 0
$$;
COMMENT ON FUNCTION sales_measures_of IS 'What the stored records of a seller add to reports, at the time of their creation: the start of the journal, and a check of its sums.';

INSERT INTO sales_measure_change (seller_id, livemode, page_id, start, measure, currency, amount)
SELECT s.id, m.livemode, m.page_id, date_bin('15 minutes', m.created_at, '2000-01-01T00:00:00Z'), m.measure, m.currency,
       sum(m.amount)
FROM seller s, LATERAL sales_measures_of(s.id) m
GROUP BY 1, 2, 3, 4, 5, 6;

-- What needs the seller's attention is found without reading what does not.
CREATE INDEX refund_failed ON refund (seller_id, livemode, updated_at) WHERE status = 'FAILED';
CREATE INDEX dispute_open ON dispute (seller_id, livemode, id)
    WHERE status IN ('needs_response', 'warning_needs_response');
CREATE INDEX mail_message_failed ON mail_message (seller_id, livemode, created_at) WHERE state = 'FAILED';
