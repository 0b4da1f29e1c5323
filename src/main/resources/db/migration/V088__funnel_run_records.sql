-- What the API shows of offers after a purchase, and when an offer expires.

ALTER TABLE funnel_run DROP CONSTRAINT funnel_run_outcome_check;
ALTER TABLE funnel_run ADD CONSTRAINT funnel_run_outcome_check
    CHECK (outcome IN ('OPEN', 'SHOWN', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'PAYMENT_FAILED', 'UNAVAILABLE'));
ALTER TABLE funnel_run ADD COLUMN offer_amount bigint CHECK (offer_amount >= 0);
ALTER TABLE funnel_run ADD COLUMN offer_currency text COLLATE "C";
COMMENT ON COLUMN funnel_run.offer_amount IS 'What the accepted offer cost, in the currency''s smallest unit; of a subscription, its first charge.';
COMMENT ON COLUMN funnel_run.offer_currency IS 'Currency of offer_amount.';
UPDATE funnel_run r SET offer_amount = coalesce(
    (SELECT c.amount FROM checkout c WHERE c.seller_id = r.seller_id AND c.livemode = r.livemode
       AND c.id = r.offer_checkout_id), o.amount), offer_currency = o.currency
FROM (SELECT p.seller_id, p.livemode, p.id, (convert_from(p.record, 'UTF8')::jsonb ->> 'amount')::bigint AS amount,
             convert_from(p.record, 'UTF8')::jsonb ->> 'currency' AS currency
      FROM payment p
      UNION ALL
      SELECT s.seller_id, s.livemode, s.id, (convert_from(s.record, 'UTF8')::jsonb ->> 'amount')::bigint,
             convert_from(s.record, 'UTF8')::jsonb ->> 'currency'
      FROM subscription s) o
WHERE o.seller_id = r.seller_id AND o.livemode = r.livemode AND o.id = r.offer_charge_id;
ALTER TABLE funnel_run ADD CHECK ((offer_amount IS NULL) = (offer_charge_id IS NULL));
ALTER TABLE funnel_run ADD CHECK ((offer_currency IS NULL) = (offer_amount IS NULL));
UPDATE funnel_run SET outcome = 'EXPIRED', ended_at = expires_at
WHERE outcome IN ('OPEN', 'SHOWN') AND expires_at < now() AND offer_checkout_id IS NULL;
CREATE INDEX funnel_run_pages ON funnel_run (seller_id, livemode, page_id, offer_page_id);

CREATE TABLE funnel_run_record (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    id text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    created_at timestamptz NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    offer_page_id text COLLATE "C" NOT NULL,
    outcome text COLLATE "C" NOT NULL,
    card_reusable boolean NOT NULL,
    charge_id text COLLATE "C",
    subscription_id text COLLATE "C",
    offer_charge_id text COLLATE "C",
    offer_subscription_id text COLLATE "C",
    record bytea NOT NULL,
    PRIMARY KEY (seller_id, livemode, id),
    CHECK (left(id, 8) = lpad(to_hex(floor(extract(epoch FROM created_at))::bigint), 8, '0'))
) WITH (toast_tuple_target = 8160);
ALTER TABLE funnel_run_record ALTER COLUMN record SET STORAGE EXTERNAL;
CREATE INDEX funnel_run_record_page_id ON funnel_run_record (seller_id, livemode, page_id, id);
CREATE INDEX funnel_run_record_offer_page_id ON funnel_run_record (seller_id, livemode, offer_page_id, id);
CREATE INDEX funnel_run_record_outcome ON funnel_run_record (seller_id, livemode, outcome, id);
CREATE INDEX funnel_run_record_card_reusable ON funnel_run_record (seller_id, livemode, card_reusable, id);
CREATE INDEX funnel_run_record_charge_id ON funnel_run_record (seller_id, livemode, charge_id, id);
CREATE INDEX funnel_run_record_subscription_id ON funnel_run_record (seller_id, livemode, subscription_id, id);
CREATE INDEX funnel_run_record_offer_charge_id ON funnel_run_record (seller_id, livemode, offer_charge_id, id);
CREATE INDEX funnel_run_record_offer_subscription_id
    ON funnel_run_record (seller_id, livemode, offer_subscription_id, id);
COMMENT ON TABLE funnel_run_record IS 'Offers after purchases, as the API shows them.';
COMMENT ON COLUMN funnel_run_record.record IS 'The finished JSON, UTF-8, as the interface shows it.';

CREATE TABLE funnel_run_record_lookup (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    offer_page_id text COLLATE "C" NOT NULL,
    outcome text COLLATE "C" NOT NULL,
    card_reusable boolean NOT NULL,
    charge_id text COLLATE "C",
    subscription_id text COLLATE "C",
    offer_charge_id text COLLATE "C",
    offer_subscription_id text COLLATE "C",
    PRIMARY KEY (seller_id, livemode, id)
);
COMMENT ON TABLE funnel_run_record_lookup IS 'Narrow twin of funnel_run_record: filters.';
CREATE TABLE funnel_run_record_count (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    span "char" NOT NULL CHECK (span IN ('a', 'm', 'd')),
    grouping smallint NOT NULL,
    start date NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    offer_page_id text COLLATE "C" NOT NULL,
    outcome text COLLATE "C" NOT NULL,
    card_reusable text COLLATE "C" NOT NULL,
    records bigint NOT NULL,
    changes bigint NOT NULL,
    PRIMARY KEY (seller_id, livemode, span, grouping, start, page_id, offer_page_id, outcome, card_reusable)
) WITH (fillfactor = 70);
COMMENT ON TABLE funnel_run_record_count IS 'Cube of funnel_run_record. A dimension holds its value, ''*'' where it is rolled up, or nothing where the record has none.';
COMMENT ON COLUMN funnel_run_record_count.span IS 'All time (a), a month (m) or a day (d) in UTC, from start.';
COMMENT ON COLUMN funnel_run_record_count.grouping IS '0: all dimensions rolled up; 1 to n: all but that one; 99: none.';
COMMENT ON COLUMN funnel_run_record_count.changes IS 'How many writes ever changed this cell; with the journal, the version of the data.';
CREATE TABLE funnel_run_record_change (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    seq bigint GENERATED ALWAYS AS IDENTITY,
    day date NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    offer_page_id text COLLATE "C" NOT NULL,
    outcome text COLLATE "C" NOT NULL,
    card_reusable text COLLATE "C" NOT NULL,
    records smallint NOT NULL CHECK (records IN (-1, 1)),
    PRIMARY KEY (seller_id, livemode, seq)
);
COMMENT ON TABLE funnel_run_record_change IS 'Journal of funnel_run_record: a row for each record that appeared with these values (+1) or left them (-1).';

-- Runs of before this migration.
INSERT INTO funnel_run_record
SELECT r.seller_id, r.livemode, r.id, r.created_at, r.page_id, r.offer_page_id, lower(r.outcome),
       r.card_id IS NOT NULL, r.charge_id, r.subscription_id,
       CASE WHEN s.id IS NULL THEN r.offer_charge_id END, s.id,
       convert_to(json_strip_nulls(json_build_object(
           'id', r.id, 'sellerId', r.seller_id, 'pageId', r.page_id, 'offerPageId', r.offer_page_id,
           'chargeId', r.charge_id, 'subscriptionId', r.subscription_id, 'outcome', lower(r.outcome),
           'reason', r.reason, 'cardReusable', r.card_id IS NOT NULL,
           'offerChargeId', CASE WHEN s.id IS NULL THEN r.offer_charge_id END, 'offerSubscriptionId', s.id,
           'offerAmount', r.offer_amount, 'currency', r.offer_currency,
           'shownAt', to_char(r.shown_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'expiresAt', to_char(r.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'endedAt', to_char(r.ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'livemode', r.livemode,
           'createdAt', to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'updatedAt', to_char(coalesce(r.ended_at, r.shown_at, r.created_at) AT TIME ZONE 'UTC',
                                'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text, 'UTF8')
FROM funnel_run r
LEFT JOIN subscription s ON (s.seller_id, s.livemode, s.id) = (r.seller_id, r.livemode, r.offer_charge_id);
INSERT INTO funnel_run_record_lookup
SELECT seller_id, livemode, id, created_at, page_id, offer_page_id, outcome, card_reusable, charge_id, subscription_id,
       offer_charge_id, offer_subscription_id
FROM funnel_run_record;
INSERT INTO funnel_run_record_change (seller_id, livemode, day, page_id, offer_page_id, outcome, card_reusable, records)
SELECT seller_id, livemode, (created_at AT TIME ZONE 'UTC')::date, page_id, offer_page_id, outcome,
       card_reusable::text, 1
FROM funnel_run_record;
-- Offers that are open are due when they expire.
INSERT INTO processor_task (seller_id, livemode, id, kind, subject_id, argument, due_at, created_at)
SELECT seller_id, livemode, id, 'EXPIRE_OFFER', id, '{}', expires_at, now()
FROM funnel_run WHERE outcome IN ('OPEN', 'SHOWN');

GRANT SELECT, INSERT, UPDATE ON funnel_run_record TO tollgate_writer;
ALTER TABLE funnel_run_record ENABLE ROW LEVEL SECURITY;
CREATE POLICY funnel_run_record_of_seller ON funnel_run_record TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
GRANT SELECT, INSERT, UPDATE ON funnel_run_record_lookup TO tollgate_writer;
ALTER TABLE funnel_run_record_lookup ENABLE ROW LEVEL SECURITY;
CREATE POLICY funnel_run_record_lookup_of_seller ON funnel_run_record_lookup TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
GRANT SELECT, INSERT, UPDATE, DELETE ON funnel_run_record_count TO tollgate_writer;
ALTER TABLE funnel_run_record_count ENABLE ROW LEVEL SECURITY;
CREATE POLICY funnel_run_record_count_of_seller ON funnel_run_record_count TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
GRANT SELECT, INSERT, UPDATE, DELETE ON funnel_run_record_change TO tollgate_writer;
ALTER TABLE funnel_run_record_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY funnel_run_record_change_of_seller ON funnel_run_record_change TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
