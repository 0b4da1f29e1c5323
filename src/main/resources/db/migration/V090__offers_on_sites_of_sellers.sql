-- Offers that are embedded on the seller's site. Their page is known when the site shows it.

ALTER TABLE funnel_run ADD COLUMN redirects boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN funnel_run.redirects IS 'Whether the offer is embedded on the seller''s site, to which the buyer is redirected.';
ALTER TABLE funnel_run ALTER COLUMN offer_page_id DROP NOT NULL;
ALTER TABLE funnel_run ADD CONSTRAINT funnel_run_page
    CHECK (offer_page_id IS NOT NULL OR redirects AND shown_at IS NULL AND offer_checkout_id IS NULL);
COMMENT ON COLUMN funnel_run.offer_page_id IS 'The page that is offered; null until the site of the seller shows one.';
ALTER TABLE funnel_run_record ALTER COLUMN offer_page_id DROP NOT NULL;
ALTER TABLE funnel_run_record_lookup ALTER COLUMN offer_page_id DROP NOT NULL;
