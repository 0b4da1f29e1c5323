-- Which version of the pepper a key is hashed under, so that an operator can tell when the one
-- before is needed no more.

ALTER TABLE api_key ADD COLUMN pepper_id text COLLATE "C";
COMMENT ON COLUMN api_key.pepper_id IS 'Name of the master secret whose pepper key_hash was made with; null: not used since names are kept.';
