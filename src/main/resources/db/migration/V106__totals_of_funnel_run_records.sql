-- What offers earn is counted from their records, so that it agrees with their list.

ALTER TABLE funnel_run_record
    ADD COLUMN offer_amount bigint CHECK (offer_amount >= 0),
    ADD COLUMN currency text COLLATE "C",
    ADD COLUMN shown_at timestamptz,
    ADD CHECK ((offer_amount IS NULL) = (currency IS NULL));
UPDATE funnel_run_record SET
    offer_amount = (convert_from(record, 'UTF8')::json ->> 'offerAmount')::bigint,
    currency = convert_from(record, 'UTF8')::json ->> 'currency',
    shown_at = (convert_from(record, 'UTF8')::json ->> 'shownAt')::timestamptz;
CREATE INDEX funnel_run_record_totals ON funnel_run_record (seller_id, livemode, page_id, offer_page_id, currency)
    INCLUDE (created_at, outcome, shown_at, offer_amount);
DROP INDEX funnel_run_pages;
