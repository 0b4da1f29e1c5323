-- Delete what is kept for a limited time.

-- Finds carts that ended long ago.
CREATE INDEX checkout_draft_expired ON checkout_draft (seller_id, livemode, ended_at) WHERE status = 'EXPIRED';
-- Finds the forms that became submissions.
CREATE INDEX submitted_form_submission ON submitted_form (seller_id, livemode, submission_id);

GRANT DELETE ON checkout_draft, order_number, submitted_form, submission_file TO tollgate_writer;

-- The audit log proves what happened: whoever takes over the gateway cannot delete what is new.
GRANT DELETE ON audit_entry, audit_entry_lookup TO tollgate_writer;
CREATE POLICY audit_entry_kept ON audit_entry AS RESTRICTIVE FOR DELETE TO tollgate_writer
    USING (created_at < now() - interval '30 days');
CREATE POLICY audit_entry_lookup_kept ON audit_entry_lookup AS RESTRICTIVE FOR DELETE TO tollgate_writer
    USING (created_at < now() - interval '30 days');
