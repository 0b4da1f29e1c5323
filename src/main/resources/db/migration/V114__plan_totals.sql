-- Buyers of an installment plan see what the whole plan costs. With a coupon, the payments can differ, so that the
-- regular amount and the number of payments do not tell.
ALTER TABLE billed_subscription ADD COLUMN plan_total bigint;
COMMENT ON COLUMN billed_subscription.plan_total IS
    'Sum of all charges of an installment plan, in minor units. Null for a subscription, and for plans sold before.';
