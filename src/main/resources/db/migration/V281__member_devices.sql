-- Where people have signed in, so that they are told of a new place; and where a link leads.

ALTER TABLE member_link ADD COLUMN return_path text CHECK (return_path ~ '^/dashboard(/[A-Za-z0-9_-]+)+$');
COMMENT ON COLUMN member_link.return_path IS 'The page to which the link leads; null for the first page.';

CREATE TABLE member_device (
    email      text COLLATE "C" NOT NULL,
    token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
    id         text COLLATE "C" NOT NULL UNIQUE CHECK (id ~ '^[0-9a-f]{24}$'),
    created_at timestamptz NOT NULL,
    seen_at    timestamptz NOT NULL,
    address    text,
    user_agent text,
    PRIMARY KEY (email, token_hash)
);
COMMENT ON TABLE member_device IS 'Browsers in which people have signed in to the dashboard, by a cookie. Deleted when they are not used for 400 days.';
COMMENT ON COLUMN member_device.token_hash IS 'SHA-256 of the token in the cookie. The token itself is not stored.';
COMMENT ON COLUMN member_device.address IS 'The address of the first sign-in; null if unknown.';
COMMENT ON COLUMN member_device.user_agent IS 'The browser of the first sign-in, as it names itself.';
