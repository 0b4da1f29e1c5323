-- What a key may do, and until when. Keys are created, changed and revoked over the API too.

ALTER TABLE api_key
    ADD COLUMN scopes text[] CHECK (cardinality(scopes) BETWEEN 1 AND 100),
    ADD COLUMN expires_at timestamptz,
    ADD COLUMN created_by text COLLATE "C";
COMMENT ON COLUMN api_key.scopes IS 'What the key may do, such as payments:read; null: everything.';
COMMENT ON COLUMN api_key.expires_at IS 'From then on the key is rejected; null: never.';
COMMENT ON COLUMN api_key.created_by IS 'The key that created this one; null for a command.';

ALTER TABLE api_key_use
    ADD COLUMN address text,
    ADD COLUMN user_agent text;
COMMENT ON COLUMN api_key_use.address IS 'The address from which the key was last used; null if unknown.';
COMMENT ON COLUMN api_key_use.user_agent IS 'The program that last used the key, as it names itself.';

-- The keys of a seller, newest first.
CREATE INDEX api_key_of_seller ON api_key (seller_id, id);

-- Neither hash nor seller of a key can be read or changed.
GRANT SELECT (id, seller_id, livemode, label, prefix, last4, created_at, revoked_at, scopes, expires_at, created_by),
    INSERT, UPDATE (label, scopes, expires_at, revoked_at) ON api_key TO tollgate_writer;
ALTER TABLE api_key ENABLE ROW LEVEL SECURITY;
CREATE POLICY api_key_of_seller ON api_key TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
