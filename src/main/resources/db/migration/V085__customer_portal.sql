-- The customer portal: links that log customers in, and their sessions.

CREATE TABLE portal_link (
    seller_id  text COLLATE "C" NOT NULL,
    livemode   boolean NOT NULL,
    id         text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
    email      text COLLATE "C" NOT NULL,
    language   text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at    timestamptz,
    PRIMARY KEY (seller_id, livemode, id),
    UNIQUE (seller_id, livemode, token_hash),
    CHECK (expires_at > created_at)
);
CREATE INDEX portal_link_created ON portal_link (seller_id, livemode, created_at);
COMMENT ON TABLE portal_link IS 'Requests for a link to the customer portal, also for e-mail addresses without purchases, for which no message is sent. Deleted after the links have expired.';
COMMENT ON COLUMN portal_link.token_hash IS 'SHA-256 of the token in the link. The token itself is not stored.';
COMMENT ON COLUMN portal_link.email IS 'The address for which the link was requested, in lower case.';
COMMENT ON COLUMN portal_link.language IS 'Language tag of the page on which it was requested; that of the message.';
COMMENT ON COLUMN portal_link.used_at IS 'When the link was used. A link can be used once.';

CREATE TABLE portal_session (
    seller_id   text COLLATE "C" NOT NULL,
    livemode    boolean NOT NULL,
    token_hash  bytea NOT NULL CHECK (length(token_hash) = 32),
    customer_id text COLLATE "C" NOT NULL,
    created_at  timestamptz NOT NULL,
    expires_at  timestamptz NOT NULL,
    PRIMARY KEY (seller_id, livemode, token_hash),
    CHECK (expires_at > created_at)
);
CREATE INDEX portal_session_created ON portal_session (seller_id, livemode, created_at);
COMMENT ON TABLE portal_session IS 'Customers who are logged in to the portal of a seller.';
COMMENT ON COLUMN portal_session.token_hash IS 'SHA-256 of the token in the cookie. The token itself is not stored.';

GRANT SELECT, INSERT, UPDATE, DELETE ON portal_link TO tollgate_writer;
GRANT SELECT, INSERT, DELETE ON portal_session TO tollgate_writer;
ALTER TABLE portal_link ENABLE ROW LEVEL SECURITY;
CREATE POLICY portal_link_of_seller ON portal_link TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
ALTER TABLE portal_session ENABLE ROW LEVEL SECURITY;
CREATE POLICY portal_session_of_seller ON portal_session TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
