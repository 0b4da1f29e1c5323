-- The position at which the next synchronization continues. Free invoices have no payment that could hold it.
ALTER TABLE billed_subscription
    ADD COLUMN settled_invoice_id text COLLATE "C",
    ADD COLUMN settled_number integer,
    ADD CONSTRAINT billed_subscription_settled CHECK ((settled_invoice_id IS NULL) = (settled_number IS NULL));
COMMENT ON COLUMN billed_subscription.settled_invoice_id IS 'The last invoice at the processor that no longer changes, with none before it that does; null before there is one.';
COMMENT ON COLUMN billed_subscription.settled_number IS 'Its position among the invoices of the subscription, from 1.';
