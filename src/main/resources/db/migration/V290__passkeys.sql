-- Passkeys and recovery codes of people who sign in to the dashboard. Like sessions they belong to a person, who may be
-- a member of several sellers.

CREATE TABLE member_handle (
    email      text COLLATE "C" PRIMARY KEY CHECK (email = lower(email)),
    handle     bytea NOT NULL UNIQUE CHECK (length(handle) = 32),
    created_at timestamptz NOT NULL
);
COMMENT ON TABLE member_handle IS 'The random ids under which authenticators store the passkeys of people. Deleted with the last membership.';
COMMENT ON COLUMN member_handle.handle IS 'Says nothing about the person. All passkeys of a person have the same one.';

CREATE TABLE member_passkey (
    email           text COLLATE "C" NOT NULL REFERENCES member_handle (email) ON DELETE CASCADE,
    id              text COLLATE "C" NOT NULL UNIQUE CHECK (id ~ '^[0-9a-f]{24}$'),
    slot            smallint NOT NULL CHECK (slot BETWEEN 1 AND 20),
    credential_ref  bytea NOT NULL UNIQUE CHECK (length(credential_ref) BETWEEN 16 AND 1023),
    credential      bytea NOT NULL,
    counter         bigint NOT NULL CHECK (counter >= 0),
    backup_eligible boolean NOT NULL,
    backed_up       boolean NOT NULL,
    name            text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    created_at      timestamptz NOT NULL,
    used_at         timestamptz,
    blocked_at      timestamptz,
    PRIMARY KEY (email, slot)
);
COMMENT ON TABLE member_passkey IS 'Passkeys that sign in to the dashboard. They contain no secret: the private key stays in the authenticator.';
COMMENT ON COLUMN member_passkey.slot IS 'Limits the passkeys of a person, also if several are added at the same time.';
COMMENT ON COLUMN member_passkey.credential_ref IS 'How the authenticator calls the passkey.';
COMMENT ON COLUMN member_passkey.credential IS 'Attested credential data of WebAuthn, with the public key.';
COMMENT ON COLUMN member_passkey.counter IS 'Signature counter of the last sign-in; 0 if the authenticator does not count.';
COMMENT ON COLUMN member_passkey.used_at IS 'The last sign-in; null before the first.';
COMMENT ON COLUMN member_passkey.blocked_at IS 'When the signature counter went back, which happens if the passkey was copied. The passkey no longer signs in.';

CREATE TABLE member_challenge (
    token_hash   bytea PRIMARY KEY CHECK (length(token_hash) = 32),
    purpose      text COLLATE "C" NOT NULL CHECK (purpose IN ('add', 'sign_in', 'confirm')),
    browser_hash bytea NOT NULL CHECK (length(browser_hash) = 32),
    email        text COLLATE "C",
    created_at   timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    CHECK (expires_at > created_at),
    CHECK ((email IS NULL) = (purpose = 'sign_in'))
);
CREATE INDEX member_challenge_expiry ON member_challenge (expires_at);
COMMENT ON TABLE member_challenge IS 'Challenges that passkeys have yet to sign. Deleted when they are used or have expired.';
COMMENT ON COLUMN member_challenge.token_hash IS 'SHA-256 of the challenge. The challenge itself is not stored.';
COMMENT ON COLUMN member_challenge.browser_hash IS 'SHA-256 of the cookie of the browser that received the challenge. It is of no use in another one.';
COMMENT ON COLUMN member_challenge.email IS 'The person who is signed in; null of a challenge that signs in.';

CREATE TABLE member_recovery_code (
    email      text COLLATE "C" NOT NULL CHECK (email = lower(email)),
    slot       smallint NOT NULL CHECK (slot BETWEEN 1 AND 10),
    code_hash  bytea NOT NULL CHECK (length(code_hash) = 32),
    created_at timestamptz NOT NULL,
    used_at    timestamptz,
    PRIMARY KEY (email, slot)
);
COMMENT ON TABLE member_recovery_code IS 'Codes that sign in to the dashboard once, without the mailbox and without a passkey. New ones replace the former.';
COMMENT ON COLUMN member_recovery_code.code_hash IS 'SHA-256 of the address and the code. The code itself is not stored.';
COMMENT ON COLUMN member_recovery_code.used_at IS 'When the code was used. A code can be used once.';

CREATE TABLE member_event (
    email      text COLLATE "C" NOT NULL,
    id         text COLLATE "C" NOT NULL UNIQUE CHECK (id ~ '^[0-9a-f]{24}$'),
    kind       text COLLATE "C" NOT NULL CHECK (kind IN (
        'passkey_added', 'passkey_removed', 'passkey_blocked', 'recovery_codes_created', 'recovery_code_used')),
    detail     text NOT NULL,
    created_at timestamptz NOT NULL,
    address    text,
    user_agent text,
    PRIMARY KEY (email, created_at, id)
);
COMMENT ON TABLE member_event IS 'Changes of the ways in which people sign in. Each sends a message to the person. Deleted after 400 days.';
COMMENT ON COLUMN member_event.detail IS 'The name of the passkey, or the number of codes that are left.';
COMMENT ON COLUMN member_event.address IS 'The address of the request; null if unknown.';
COMMENT ON COLUMN member_event.user_agent IS 'The browser of the request, as it names itself.';
