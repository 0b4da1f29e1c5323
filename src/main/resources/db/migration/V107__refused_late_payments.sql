-- The payment of an expired order, whose stock is gone, is refunded. Decided before its subscription is canceled at the
-- processor, so that nobody completes the order with stock that returns meanwhile.
ALTER TABLE checkout ADD COLUMN late_payment_refused boolean NOT NULL DEFAULT FALSE;
