-- Sellers and their API keys. Both are directory tables: small, read by every entry that does not
-- know its seller yet, and never written per request.

CREATE TABLE seller (
    id           text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
    name         text COLLATE "C" NOT NULL UNIQUE CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
    display_name text NOT NULL,
    created_at   timestamptz NOT NULL
);
COMMENT ON TABLE seller IS 'Account owners. Directory: cold, never written per request.';
COMMENT ON COLUMN seller.name IS 'Short name, used in the addresses of pages.';

CREATE TABLE api_key (
    key_hash        text COLLATE "C" PRIMARY KEY,
    id              text COLLATE "C" NOT NULL UNIQUE CHECK (id ~ '^[0-9a-f]{24}$'),
    seller_id       text COLLATE "C" NOT NULL REFERENCES seller (id),
    livemode        boolean NOT NULL,
    label           text NOT NULL,
    prefix          text NOT NULL,
    last4           text NOT NULL,
    rate_per_second integer CHECK (rate_per_second > 0),
    rate_burst      integer CHECK (rate_burst > 0),
    created_at      timestamptz NOT NULL,
    revoked_at      timestamptz
);
CREATE INDEX api_key_seller ON api_key (seller_id, livemode, label);
COMMENT ON TABLE api_key IS 'API keys. Directory: tells seller and mode of a key.';
COMMENT ON COLUMN api_key.key_hash IS 'HMAC-SHA-256 of the key under the instance''s pepper, in hex. The key itself is nowhere.';
COMMENT ON COLUMN api_key.prefix IS 'The first characters of the key, shown so that its owner knows it.';
COMMENT ON COLUMN api_key.rate_per_second IS 'Requests per second of this key; null: the setting.';
COMMENT ON COLUMN api_key.rate_burst IS 'Requests this key may save up; null: the setting.';

CREATE TABLE api_key_use (
    seller_id    text COLLATE "C" NOT NULL,
    key_id       text COLLATE "C" NOT NULL,
    last_used_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, key_id)
);
COMMENT ON TABLE api_key_use IS 'When a key was last used, to the minute. Apart from api_key, which must stay cold.';
