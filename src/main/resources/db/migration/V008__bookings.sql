-- What bookings need that no record can hold: numbers that must be unique or without gaps, and who
-- registered for an event that takes each guest once.

CREATE TABLE order_number (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    order_id text COLLATE "C" NOT NULL CHECK (order_id ~ '^[0-9]{8}$'),
    PRIMARY KEY (seller_id, livemode, order_id)
);
COMMENT ON TABLE order_number IS 'Order ids that were given out: an order id is of one purchase, whatever its kind.';

CREATE TABLE registration (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    customer_id text COLLATE "C" NOT NULL,
    booking_id text COLLATE "C" NOT NULL,
    CONSTRAINT registration_once PRIMARY KEY (seller_id, livemode, page_id, customer_id)
);
COMMENT ON TABLE registration IS 'Who is registered for an event that takes each guest once. The key holds where two registrations of one guest meet.';
COMMENT ON COLUMN registration.booking_id IS 'The booking that registered the guest. It is written after this row, in the same transaction.';

CREATE TABLE invoice_counter (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    year smallint NOT NULL,
    number bigint NOT NULL CHECK (number > 0),
    issued_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, livemode, year)
) WITH (fillfactor = 50);
COMMENT ON TABLE invoice_counter IS 'The last invoice number of a seller, mode and year. It is taken last in a transaction and given back with it, so that numbers have no gaps.';
COMMENT ON COLUMN invoice_counter.issued_at IS 'The moment of the last invoice: none is older than the one before it.';

GRANT SELECT, INSERT ON order_number TO tollgate_writer;
ALTER TABLE order_number ENABLE ROW LEVEL SECURITY;
CREATE POLICY order_number_of_seller ON order_number TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, DELETE ON registration TO tollgate_writer;
ALTER TABLE registration ENABLE ROW LEVEL SECURITY;
CREATE POLICY registration_of_seller ON registration TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE ON invoice_counter TO tollgate_writer;
ALTER TABLE invoice_counter ENABLE ROW LEVEL SECURITY;
CREATE POLICY invoice_counter_of_seller ON invoice_counter TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
