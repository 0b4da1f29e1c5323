-- License keys that buyers receive with a product.

CREATE TABLE license_key (
    seller_id   text COLLATE "C" NOT NULL,
    livemode    boolean NOT NULL,
    id          text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    key         uuid NOT NULL,
    charge_id   text COLLATE "C" NOT NULL,
    page_id     text COLLATE "C" NOT NULL,
    product_id  text COLLATE "C" NOT NULL,
    customer_id text COLLATE "C" NOT NULL,
    uses        bigint NOT NULL DEFAULT 0 CHECK (uses >= 0),
    disabled_at timestamptz,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL,
    PRIMARY KEY (seller_id, livemode, id)
);
CREATE UNIQUE INDEX license_key_charge ON license_key (seller_id, livemode, charge_id);
CREATE INDEX license_key_customer ON license_key (seller_id, livemode, customer_id, id);
CREATE INDEX license_key_product ON license_key (seller_id, livemode, product_id, id);

CREATE TABLE license_key_directory (
    key       uuid PRIMARY KEY,
    seller_id text COLLATE "C" NOT NULL,
    livemode  boolean NOT NULL,
    id        text COLLATE "C" NOT NULL
);
COMMENT ON TABLE license_key_directory IS 'Seller and id of each license key: the public validation knows only the key.';
COMMENT ON COLUMN license_key_directory.id IS 'Id of the license key.';

COMMENT ON TABLE license_key IS 'License keys, one for each payment for a product with generateLicenseKeys.';
COMMENT ON COLUMN license_key.key IS 'The key that the buyer receives: a random UUID.';
COMMENT ON COLUMN license_key.charge_id IS 'Id of the payment.';
COMMENT ON COLUMN license_key.uses IS 'How often the key was validated with incrementUses.';
COMMENT ON COLUMN license_key.disabled_at IS 'When the seller or a full refund disabled the key; null if it is enabled.';

GRANT SELECT, INSERT, UPDATE ON license_key TO tollgate_writer;
ALTER TABLE license_key ENABLE ROW LEVEL SECURITY;
CREATE POLICY license_key_of_seller ON license_key TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT ON license_key_directory TO tollgate_writer;
ALTER TABLE license_key_directory ENABLE ROW LEVEL SECURITY;
CREATE POLICY license_key_directory_of_seller ON license_key_directory TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
