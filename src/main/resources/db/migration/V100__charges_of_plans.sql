-- The number of charges of a plan differs from its number of payments if a coupon makes some of them free, or if a setup
-- fee is charged before the first one.
ALTER TABLE billed_subscription ADD COLUMN charges integer CHECK (charges > 0);
COMMENT ON COLUMN billed_subscription.charges IS 'After how many charges a payment plan is completed; null for a subscription without end, and for plans that are older than the column, which have as many as payments.';
