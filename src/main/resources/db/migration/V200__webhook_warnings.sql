-- The seller is told once of a webhook that fails, and once when it is stopped. Messages are deleted after a time, so the
-- state of the webhook says whether the seller was told.
ALTER TABLE webhook_state ADD COLUMN warned_at timestamptz;
COMMENT ON COLUMN webhook_state.warned_at IS 'When the seller was told that deliveries fail; null if not since the last success.';
