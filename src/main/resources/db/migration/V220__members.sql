-- The people of a seller, who sign in to the dashboard.

CREATE TABLE member (
    seller_id  text COLLATE "C" NOT NULL REFERENCES seller (id),
    id         text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    email      text COLLATE "C" NOT NULL CHECK (email = lower(email)),
    name       text NOT NULL,
    role       text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'manager', 'finance', 'support', 'door')),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    UNIQUE (seller_id, email)
);
CREATE UNIQUE INDEX member_owner ON member (seller_id) WHERE role = 'owner';
-- A person who signs in is known by the e-mail address, before any seller is.
CREATE INDEX member_by_email ON member (email, seller_id);
COMMENT ON TABLE member IS 'The people who may use the dashboard of a seller. A person with the same e-mail address can be a member of several sellers.';
COMMENT ON COLUMN member.email IS 'In lower case. The person who can read its messages can sign in.';
COMMENT ON COLUMN member.name IS 'Empty if not known.';
COMMENT ON COLUMN member.role IS 'What the member may do. Each seller has at most one owner.';

GRANT SELECT, INSERT, UPDATE, DELETE ON member TO tollgate_writer;
ALTER TABLE member ENABLE ROW LEVEL SECURITY;
CREATE POLICY member_of_seller ON member TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

-- Links and sessions are of a person, who may be a member of several sellers or of none.
CREATE TABLE member_link (
    token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
    id         text COLLATE "C" NOT NULL UNIQUE CHECK (id ~ '^[0-9a-f]{24}$'),
    email      text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at    timestamptz,
    CHECK (expires_at > created_at)
);
CREATE INDEX member_link_created ON member_link (created_at);
COMMENT ON TABLE member_link IS 'Links that sign in to the dashboard, also requested ones for e-mail addresses of nobody, for which no message is sent. Deleted after they have expired.';
COMMENT ON COLUMN member_link.token_hash IS 'SHA-256 of the token in the link. The token itself is not stored.';
COMMENT ON COLUMN member_link.used_at IS 'When the link was used. A link can be used once.';

CREATE TABLE member_session (
    token_hash   bytea PRIMARY KEY CHECK (length(token_hash) = 32),
    email        text COLLATE "C" NOT NULL,
    created_at   timestamptz NOT NULL,
    seen_at      timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    CHECK (expires_at > created_at),
    CHECK (seen_at >= created_at)
);
CREATE INDEX member_session_of_person ON member_session (email, created_at);
CREATE INDEX member_session_expiry ON member_session (expires_at);
COMMENT ON TABLE member_session IS 'People who are signed in to the dashboard. Their memberships are read with each request.';
COMMENT ON COLUMN member_session.token_hash IS 'SHA-256 of the token in the cookie. The token itself is not stored.';
COMMENT ON COLUMN member_session.seen_at IS 'The last request, to the minute. A session ends when it is not used for some time.';
COMMENT ON COLUMN member_session.expires_at IS 'When the session ends in any case.';

COMMENT ON COLUMN recorded_payment.api_key_id IS 'The API key or the member that recorded the payment.';
COMMENT ON COLUMN refund.api_key_id IS 'The API key or the member that requested the refund; null without one.';
