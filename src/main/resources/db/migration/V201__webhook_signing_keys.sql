-- Key pairs of webhooks, whose signatures receivers verify without a secret. Postgres cannot create them: Tollgate does
-- for existing webhooks, and for those that an instance of the earlier version creates.
ALTER TABLE webhook ADD COLUMN signing_key bytea;
ALTER TABLE webhook ADD COLUMN public_key text COLLATE "C";
ALTER TABLE webhook ADD COLUMN former_signing_key bytea;
ALTER TABLE webhook ADD CHECK ((signing_key IS NULL) = (public_key IS NULL));
COMMENT ON COLUMN webhook.signing_key IS 'The private Ed25519 key, encrypted like the secret; null until it is created.';
COMMENT ON COLUMN webhook.public_key IS 'The public key of signing_key, in the form of Standard Webhooks.';
COMMENT ON COLUMN webhook.former_signing_key IS 'The key before the last rotation, which signs beside the new one until former_until; null without one.';
-- Finds the webhooks for which a key is to be created.
CREATE INDEX webhook_without_key ON webhook (seller_id, id) WHERE signing_key IS NULL;
