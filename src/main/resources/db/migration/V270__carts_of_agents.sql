-- Carts that buying agents fill in before they hand the buyer over to the page. They have no e-mail address, no visit and
-- no record.
ALTER TABLE checkout_draft DROP CONSTRAINT checkout_draft_status_check;
ALTER TABLE checkout_draft ADD CONSTRAINT checkout_draft_status_check
    CHECK (status IN ('OPEN', 'ABANDONED', 'BOUGHT', 'RECOVERED', 'EXPIRED', 'AGENT'));
ALTER TABLE checkout_draft ALTER COLUMN email DROP NOT NULL;
ALTER TABLE checkout_draft ALTER COLUMN visit_id DROP NOT NULL;
ALTER TABLE checkout_draft ADD CONSTRAINT checkout_draft_agent_check
    CHECK ((status = 'AGENT') = (email IS NULL) AND (status = 'AGENT') = (visit_id IS NULL));
-- Finds the carts of agents that have expired.
CREATE INDEX checkout_draft_agent ON checkout_draft (seller_id, livemode, created_at) WHERE status = 'AGENT';
COMMENT ON TABLE checkout_draft IS 'Carts of buyers who have entered an e-mail address. Each has a record with the same id, which becomes the order. Carts of buying agents (AGENT) have neither an address nor a record.';
COMMENT ON COLUMN checkout_draft.visit_id IS 'The browser that saved the cart last; null for the cart of an agent.';
COMMENT ON COLUMN checkout_draft.email IS 'Address that the buyer entered, in lower case; null for the cart of an agent.';
