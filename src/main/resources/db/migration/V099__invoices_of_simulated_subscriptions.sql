-- Finds the invoices of a simulated subscription by an index. Under row-level security, Postgres uses no index on an
-- expression whose operator is not leakproof, such as ->>, so each search read all invoices of the account.

ALTER TABLE simulated_object
    ADD COLUMN invoiced_subscription text COLLATE "C"
        GENERATED ALWAYS AS (CASE WHEN kind = 'invoice' THEN object ->> 'simulator_subscription' END) STORED,
    ADD COLUMN invoice_number integer
        GENERATED ALWAYS AS (CASE WHEN kind = 'invoice' THEN (object ->> 'simulator_number')::integer END) STORED;
COMMENT ON COLUMN simulated_object.invoiced_subscription IS 'Subscription of an invoice; null for other objects.';
COMMENT ON COLUMN simulated_object.invoice_number IS 'Position of an invoice among those of its subscription, from 1; null for other objects.';

DROP INDEX simulated_object_invoice;
DROP INDEX simulated_object_open_invoice;
-- Invoices of a subscription in the order of time.
CREATE INDEX simulated_object_invoice ON simulated_object
    (seller_id, livemode, invoiced_subscription, invoice_number) WHERE invoiced_subscription IS NOT NULL;
-- Invoices that wait for their payment.
CREATE INDEX simulated_object_open_invoice ON simulated_object (seller_id, livemode, invoiced_subscription)
    WHERE kind = 'invoice' AND object ->> 'status' = 'open';
