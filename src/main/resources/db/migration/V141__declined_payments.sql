-- Whoever tries stolen cards pays one order again and again. Declined payments are counted once for each charge of the
-- processor, whoever asks first.
ALTER TABLE checkout ADD COLUMN declines integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN checkout.declines IS 'How many payments of the order the processor has declined, as far as it was asked.';
ALTER TABLE checkout ADD COLUMN declined_charge text COLLATE "C";
COMMENT ON COLUMN checkout.declined_charge IS 'The last declined charge at the processor, which is counted.';

-- Count the declined payments of one buyer, or of one network address, in the last hour. Few orders have any.
CREATE INDEX checkout_declined_email ON checkout (seller_id, livemode, email, created_at) WHERE declines > 0;
CREATE INDEX checkout_declined_address ON checkout (seller_id, livemode, client_ip, created_at) WHERE declines > 0;
