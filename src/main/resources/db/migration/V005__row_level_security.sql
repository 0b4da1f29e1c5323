-- The second wall between sellers. A transaction that writes takes the role tollgate_writer and
-- names its seller with SET LOCAL; under that role, rows of other sellers do not exist. Reads of the
-- hot path run as the owner and compare the seller of each row themselves.
-- The owner needs CREATEROLE, or the role must have been made and granted beforehand.

DO $$
DECLARE
    -- From Postgres 16 on, who may set a role and who is a member of it are two things.
    may text := CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END;
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'tollgate_writer') THEN
        CREATE ROLE tollgate_writer NOLOGIN;
    END IF;
    IF NOT pg_has_role(current_user, 'tollgate_writer', may) THEN
        EXECUTE format('GRANT tollgate_writer TO %I', current_user);
    END IF;
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO tollgate_writer', current_schema());
END
$$;

GRANT SELECT ON seller TO tollgate_writer;

GRANT SELECT, INSERT, UPDATE, DELETE ON api_key_use TO tollgate_writer;
ALTER TABLE api_key_use ENABLE ROW LEVEL SECURITY;
CREATE POLICY api_key_use_of_seller ON api_key_use TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON page TO tollgate_writer;
ALTER TABLE page ENABLE ROW LEVEL SECURITY;
CREATE POLICY page_of_seller ON page TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON page_visits TO tollgate_writer;
ALTER TABLE page_visits ENABLE ROW LEVEL SECURITY;
CREATE POLICY page_visits_of_seller ON page_visits TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON product TO tollgate_writer;
ALTER TABLE product ENABLE ROW LEVEL SECURITY;
CREATE POLICY product_of_seller ON product TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON ticket_group TO tollgate_writer;
ALTER TABLE ticket_group ENABLE ROW LEVEL SECURITY;
CREATE POLICY ticket_group_of_seller ON ticket_group TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON ticket_type TO tollgate_writer;
ALTER TABLE ticket_type ENABLE ROW LEVEL SECURITY;
CREATE POLICY ticket_type_of_seller ON ticket_type TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON coupon TO tollgate_writer;
ALTER TABLE coupon ENABLE ROW LEVEL SECURITY;
CREATE POLICY coupon_of_seller ON coupon TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON tax_rate TO tollgate_writer;
ALTER TABLE tax_rate ENABLE ROW LEVEL SECURITY;
CREATE POLICY tax_rate_of_seller ON tax_rate TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON file TO tollgate_writer;
ALTER TABLE file ENABLE ROW LEVEL SECURITY;
CREATE POLICY file_of_seller ON file TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON capacity TO tollgate_writer;
ALTER TABLE capacity ENABLE ROW LEVEL SECURITY;
CREATE POLICY capacity_of_seller ON capacity TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON customer TO tollgate_writer;
ALTER TABLE customer ENABLE ROW LEVEL SECURITY;
CREATE POLICY customer_of_seller ON customer TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON customer_lookup TO tollgate_writer;
ALTER TABLE customer_lookup ENABLE ROW LEVEL SECURITY;
CREATE POLICY customer_lookup_of_seller ON customer_lookup TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON customer_count TO tollgate_writer;
ALTER TABLE customer_count ENABLE ROW LEVEL SECURITY;
CREATE POLICY customer_count_of_seller ON customer_count TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON customer_change TO tollgate_writer;
ALTER TABLE customer_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY customer_change_of_seller ON customer_change TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON payment TO tollgate_writer;
ALTER TABLE payment ENABLE ROW LEVEL SECURITY;
CREATE POLICY payment_of_seller ON payment TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON payment_lookup TO tollgate_writer;
ALTER TABLE payment_lookup ENABLE ROW LEVEL SECURITY;
CREATE POLICY payment_lookup_of_seller ON payment_lookup TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON payment_count TO tollgate_writer;
ALTER TABLE payment_count ENABLE ROW LEVEL SECURITY;
CREATE POLICY payment_count_of_seller ON payment_count TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON payment_change TO tollgate_writer;
ALTER TABLE payment_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY payment_change_of_seller ON payment_change TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON booking TO tollgate_writer;
ALTER TABLE booking ENABLE ROW LEVEL SECURITY;
CREATE POLICY booking_of_seller ON booking TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON booking_lookup TO tollgate_writer;
ALTER TABLE booking_lookup ENABLE ROW LEVEL SECURITY;
CREATE POLICY booking_lookup_of_seller ON booking_lookup TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON booking_count TO tollgate_writer;
ALTER TABLE booking_count ENABLE ROW LEVEL SECURITY;
CREATE POLICY booking_count_of_seller ON booking_count TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON booking_change TO tollgate_writer;
ALTER TABLE booking_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY booking_change_of_seller ON booking_change TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON ticket TO tollgate_writer;
ALTER TABLE ticket ENABLE ROW LEVEL SECURITY;
CREATE POLICY ticket_of_seller ON ticket TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON ticket_lookup TO tollgate_writer;
ALTER TABLE ticket_lookup ENABLE ROW LEVEL SECURITY;
CREATE POLICY ticket_lookup_of_seller ON ticket_lookup TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON ticket_count TO tollgate_writer;
ALTER TABLE ticket_count ENABLE ROW LEVEL SECURITY;
CREATE POLICY ticket_count_of_seller ON ticket_count TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON ticket_change TO tollgate_writer;
ALTER TABLE ticket_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY ticket_change_of_seller ON ticket_change TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON subscription TO tollgate_writer;
ALTER TABLE subscription ENABLE ROW LEVEL SECURITY;
CREATE POLICY subscription_of_seller ON subscription TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON subscription_lookup TO tollgate_writer;
ALTER TABLE subscription_lookup ENABLE ROW LEVEL SECURITY;
CREATE POLICY subscription_lookup_of_seller ON subscription_lookup TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON subscription_count TO tollgate_writer;
ALTER TABLE subscription_count ENABLE ROW LEVEL SECURITY;
CREATE POLICY subscription_count_of_seller ON subscription_count TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON subscription_change TO tollgate_writer;
ALTER TABLE subscription_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY subscription_change_of_seller ON subscription_change TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON subscription_payment TO tollgate_writer;
ALTER TABLE subscription_payment ENABLE ROW LEVEL SECURITY;
CREATE POLICY subscription_payment_of_seller ON subscription_payment TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON subscription_payment_lookup TO tollgate_writer;
ALTER TABLE subscription_payment_lookup ENABLE ROW LEVEL SECURITY;
CREATE POLICY subscription_payment_lookup_of_seller ON subscription_payment_lookup TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON subscription_payment_count TO tollgate_writer;
ALTER TABLE subscription_payment_count ENABLE ROW LEVEL SECURITY;
CREATE POLICY subscription_payment_count_of_seller ON subscription_payment_count TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON subscription_payment_change TO tollgate_writer;
ALTER TABLE subscription_payment_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY subscription_payment_change_of_seller ON subscription_payment_change TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON invoice TO tollgate_writer;
ALTER TABLE invoice ENABLE ROW LEVEL SECURITY;
CREATE POLICY invoice_of_seller ON invoice TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON invoice_lookup TO tollgate_writer;
ALTER TABLE invoice_lookup ENABLE ROW LEVEL SECURITY;
CREATE POLICY invoice_lookup_of_seller ON invoice_lookup TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON invoice_count TO tollgate_writer;
ALTER TABLE invoice_count ENABLE ROW LEVEL SECURITY;
CREATE POLICY invoice_count_of_seller ON invoice_count TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON invoice_change TO tollgate_writer;
ALTER TABLE invoice_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY invoice_change_of_seller ON invoice_change TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON submission TO tollgate_writer;
ALTER TABLE submission ENABLE ROW LEVEL SECURITY;
CREATE POLICY submission_of_seller ON submission TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON submission_lookup TO tollgate_writer;
ALTER TABLE submission_lookup ENABLE ROW LEVEL SECURITY;
CREATE POLICY submission_lookup_of_seller ON submission_lookup TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON submission_count TO tollgate_writer;
ALTER TABLE submission_count ENABLE ROW LEVEL SECURITY;
CREATE POLICY submission_count_of_seller ON submission_count TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON submission_change TO tollgate_writer;
ALTER TABLE submission_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY submission_change_of_seller ON submission_change TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
