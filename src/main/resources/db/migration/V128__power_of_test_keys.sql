-- The catalog has no mode, so a test key could change what live pages sell. Sellers who want that allow it.
ALTER TABLE seller_setting ADD COLUMN test_keys_change_live boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN seller_setting.test_keys_change_live IS 'Whether test keys may change what live pages use.';
