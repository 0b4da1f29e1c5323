-- Members as records of the API, invitations, transfers of ownership, and the sessions that opened a seller.

ALTER TABLE member
    ADD COLUMN document jsonb,
    ADD COLUMN updated_at timestamptz,
    ADD COLUMN pages text[] CHECK (cardinality(pages) BETWEEN 1 AND 100),
    ADD COLUMN seen_at timestamptz,
    ADD COLUMN ownership_offer_until timestamptz,
    ADD CHECK (role <> 'owner' OR (pages IS NULL AND ownership_offer_until IS NULL));
UPDATE member SET
    updated_at = created_at,
    document = jsonb_build_object(
        'id', id, 'email', email, 'name', nullif(name, ''), 'role', role, 'pages', NULL,
        'createdAt', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'updatedAt', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
ALTER TABLE member
    ALTER COLUMN document SET NOT NULL,
    ALTER COLUMN updated_at SET NOT NULL;
CREATE INDEX member_by_role ON member (seller_id, role, id);
CREATE UNIQUE INDEX member_offered_ownership ON member (seller_id) WHERE ownership_offer_until IS NOT NULL;
COMMENT ON COLUMN member.document IS 'The member as the API shows it, without what changes when it is used.';
COMMENT ON COLUMN member.pages IS 'The pages that the member may see; null: everything.';
COMMENT ON COLUMN member.seen_at IS 'The last request to the pages of the seller, to the minute; null before the first.';
COMMENT ON COLUMN member.ownership_offer_until IS 'Until then the member can become the owner; null without an offer.';

-- An invitation is a link of one seller. Links that people request are of no seller.
ALTER TABLE member_link
    ADD COLUMN invited_by text COLLATE "C";
CREATE INDEX member_link_of_seller ON member_link (invited_by, email);
COMMENT ON COLUMN member_link.invited_by IS 'The seller whose invitation the link is; null of a link that a person requested.';
GRANT SELECT, INSERT, DELETE ON member_link TO tollgate_writer;
ALTER TABLE member_link ENABLE ROW LEVEL SECURITY;
CREATE POLICY member_link_of_seller ON member_link TO tollgate_writer
    USING (invited_by = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (invited_by = nullif(current_setting('app.seller', true), ''));

-- A seller sees and ends its own part of a session only: the person may be a member of other sellers.
CREATE TABLE member_visit (
    seller_id  text COLLATE "C" NOT NULL REFERENCES seller (id),
    session_id text COLLATE "C" NOT NULL CHECK (session_id ~ '^[0-9a-f]{24}$'),
    member_id  text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    seen_at    timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    ended_at   timestamptz,
    address    text,
    user_agent text,
    PRIMARY KEY (seller_id, session_id)
);
CREATE INDEX member_visit_of_member ON member_visit (seller_id, member_id, session_id);
COMMENT ON TABLE member_visit IS 'The sessions that have opened the pages of a seller. Deleted when the session has expired.';
COMMENT ON COLUMN member_visit.session_id IS 'The first 24 digits of the hash of the session token.';
COMMENT ON COLUMN member_visit.ended_at IS 'From then on the session no longer opens the pages of the seller.';
COMMENT ON COLUMN member_visit.address IS 'The address of the last request; null if unknown.';
COMMENT ON COLUMN member_visit.user_agent IS 'The browser of the last request, as it names itself.';
GRANT SELECT, INSERT, UPDATE, DELETE ON member_visit TO tollgate_writer;
ALTER TABLE member_visit ENABLE ROW LEVEL SECURITY;
CREATE POLICY member_visit_of_seller ON member_visit TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

-- Members end their own sessions over the API.
GRANT SELECT, DELETE ON member_session TO tollgate_writer;
ALTER TABLE member_session ENABLE ROW LEVEL SECURITY;
CREATE POLICY member_session_of_member ON member_session TO tollgate_writer
    USING (EXISTS (SELECT FROM member m WHERE m.email = member_session.email));
