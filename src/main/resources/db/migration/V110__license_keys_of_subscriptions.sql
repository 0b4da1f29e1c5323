-- Subscriptions and payment plans get license keys too. A key belongs to a payment or to a subscription.
ALTER TABLE license_key
    ALTER COLUMN charge_id DROP NOT NULL,
    ADD COLUMN subscription_id text COLLATE "C",
    ADD COLUMN refunded_at timestamptz,
    ADD CONSTRAINT license_key_order CHECK (num_nonnulls(charge_id, subscription_id) = 1);
CREATE UNIQUE INDEX license_key_subscription ON license_key (seller_id, livemode, subscription_id)
    WHERE subscription_id IS NOT NULL;

COMMENT ON TABLE license_key IS 'License keys, one for each payment and subscription for a product with generateLicenseKeys.';
COMMENT ON COLUMN license_key.charge_id IS 'Id of the payment; null for the key of a subscription.';
COMMENT ON COLUMN license_key.subscription_id IS 'Id of the subscription; null for the key of a payment.';
COMMENT ON COLUMN license_key.disabled_at IS 'When the seller, or a full refund of the payment, disabled the key; null if neither did.';
COMMENT ON COLUMN license_key.refunded_at IS 'When a payment of the subscription was last refunded in full, unless the seller enabled the key since; null otherwise. The key is disabled while no payment is left that was not refunded.';
