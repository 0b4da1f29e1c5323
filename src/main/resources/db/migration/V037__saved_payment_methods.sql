-- Payment methods that pages save for later charges.

ALTER TABLE payment_attempt ADD COLUMN customer_id text COLLATE "C";
COMMENT ON COLUMN payment_attempt.customer_id IS 'The buyer''s customer at the processor when the attempt was made; null if there was none.';
