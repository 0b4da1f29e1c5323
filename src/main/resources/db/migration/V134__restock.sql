-- A cancellation can keep the places of its tickets from being sold again. They stay taken, and this column says for
-- whom: no ticket.
ALTER TABLE capacity ADD COLUMN withheld integer NOT NULL DEFAULT 0;
ALTER TABLE capacity ADD CONSTRAINT capacity_withheld CHECK (withheld BETWEEN 0 AND taken);
COMMENT ON COLUMN capacity.withheld IS 'The part of taken that canceled tickets leave, because their cancellation did not restock.';

-- Refunds say whether they return stock, because the processor may decide later.
ALTER TABLE refund ADD COLUMN restock boolean;
COMMENT ON COLUMN refund.restock IS 'Whether success returns stock, and the places of canceled tickets. Null in rows of former versions: true if the refund cancels tickets.';

-- The stock of an order is returned once, whichever refund or cancellation does it.
CREATE TABLE restocked_order (
    seller_id text COLLATE "C" NOT NULL,
    livemode  boolean NOT NULL,
    charge_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (seller_id, livemode, charge_id)
);
COMMENT ON TABLE restocked_order IS 'Payments and bookings whose products and options can be sold again. Places are returned with their tickets.';

GRANT SELECT, INSERT ON restocked_order TO tollgate_writer;
ALTER TABLE restocked_order ENABLE ROW LEVEL SECURITY;
CREATE POLICY restocked_order_of_seller ON restocked_order TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
