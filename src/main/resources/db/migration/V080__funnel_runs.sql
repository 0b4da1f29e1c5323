-- Offers after a purchase that buyers accept with one click.

CREATE TABLE funnel_run (
    seller_id       text COLLATE "C" NOT NULL,
    livemode        boolean NOT NULL,
    id              text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    checkout_id     text COLLATE "C" NOT NULL,
    page_id         text COLLATE "C" NOT NULL,
    offer_page_id   text COLLATE "C" NOT NULL,
    charge_id       text COLLATE "C",
    subscription_id text COLLATE "C",
    customer_id     text COLLATE "C",
    card_id         text COLLATE "C",
    card_brand      text,
    card_last4      text,
    outcome         text COLLATE "C" NOT NULL
        CHECK (outcome IN ('OPEN', 'SHOWN', 'ACCEPTED', 'DECLINED', 'PAYMENT_FAILED', 'UNAVAILABLE')),
    reason          text,
    offer_checkout_id text COLLATE "C",
    offer_charge_id text COLLATE "C",
    created_at      timestamptz NOT NULL,
    shown_at        timestamptz,
    expires_at      timestamptz NOT NULL,
    ended_at        timestamptz,
    PRIMARY KEY (seller_id, livemode, id),
    CHECK ((charge_id IS NULL) <> (subscription_id IS NULL)),
    CHECK (card_id IS NULL OR (customer_id IS NOT NULL AND card_brand IS NOT NULL AND card_last4 IS NOT NULL)),
    CHECK (offer_charge_id IS NULL OR offer_checkout_id IS NOT NULL),
    CHECK ((offer_charge_id IS NOT NULL) = (outcome = 'ACCEPTED')),
    CHECK ((ended_at IS NULL) = (outcome IN ('OPEN', 'SHOWN'))),
    CHECK (outcome <> 'SHOWN' OR shown_at IS NOT NULL)
);
-- A purchase is followed by one offer at most.
CREATE UNIQUE INDEX funnel_run_of_checkout ON funnel_run (seller_id, livemode, checkout_id);
COMMENT ON TABLE funnel_run IS 'Purchases after which another page is offered, with what the buyer decided.';
COMMENT ON COLUMN funnel_run.checkout_id IS 'The checkout of the first purchase.';
COMMENT ON COLUMN funnel_run.page_id IS 'The page of the first purchase.';
COMMENT ON COLUMN funnel_run.offer_page_id IS 'The page that is offered.';
COMMENT ON COLUMN funnel_run.charge_id IS 'Payment or booking of the first purchase; null if it is a subscription.';
COMMENT ON COLUMN funnel_run.subscription_id IS 'Subscription of the first purchase; null if it is none.';
COMMENT ON COLUMN funnel_run.customer_id IS 'The buyer''s customer at the processor; null without one.';
COMMENT ON COLUMN funnel_run.card_id IS 'The saved card at the processor; null if the buyer has to enter one.';
COMMENT ON COLUMN funnel_run.outcome IS 'OPEN until the offer is shown. OPEN and SHOWN runs end at expires_at.';
COMMENT ON COLUMN funnel_run.reason IS 'Why the offer could not be shown or sold, or why its payment failed; null otherwise.';
COMMENT ON COLUMN funnel_run.offer_checkout_id IS 'The checkout of the offer; null until the buyer has accepted it.';
COMMENT ON COLUMN funnel_run.offer_charge_id IS 'Payment or subscription of the accepted offer.';
COMMENT ON COLUMN funnel_run.expires_at IS 'One hour after the first purchase: when the offer ends.';

ALTER TABLE checkout ADD COLUMN funnel_run_id text COLLATE "C";
-- However often an offer is accepted, in however many windows, it becomes one order.
CREATE UNIQUE INDEX checkout_funnel_run ON checkout (seller_id, livemode, funnel_run_id)
    WHERE funnel_run_id IS NOT NULL;
COMMENT ON COLUMN checkout.funnel_run_id IS 'The funnel run whose offer this order accepts; null for other orders.';

GRANT SELECT, INSERT, UPDATE ON funnel_run TO tollgate_writer;
ALTER TABLE funnel_run ENABLE ROW LEVEL SECURITY;
CREATE POLICY funnel_run_of_seller ON funnel_run TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
