-- Customers can cancel their subscriptions in the portal, if the seller allows it.

ALTER TABLE seller_setting ADD COLUMN customers_can_cancel boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN seller_setting.customers_can_cancel IS 'Whether customers can cancel their subscriptions in the customer portal.';

-- A customer has no API key.
ALTER TABLE audit_entry ALTER COLUMN key_id DROP NOT NULL;
ALTER TABLE audit_entry_lookup ALTER COLUMN key_id DROP NOT NULL;
