-- Payments that sellers received outside of the processor, such as bank transfers.

CREATE TABLE recorded_payment (
    seller_id   text COLLATE "C" NOT NULL,
    livemode    boolean NOT NULL,
    id          text COLLATE "C" NOT NULL,
    charge_id   text COLLATE "C" NOT NULL,
    amount      bigint NOT NULL CHECK (amount > 0),
    currency    text COLLATE "C" NOT NULL,
    method      text COLLATE "C" NOT NULL,
    received_at timestamptz NOT NULL,
    reference   text,
    note        text,
    api_key_id  text COLLATE "C" NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (seller_id, livemode, id)
);
CREATE INDEX recorded_payment_charge ON recorded_payment (seller_id, livemode, charge_id);
COMMENT ON TABLE recorded_payment IS 'Payments that sellers recorded. The amounts are part of amountPaid of the payment or booking.';
COMMENT ON COLUMN recorded_payment.id IS 'One of the transactionIds of the payment or booking.';
COMMENT ON COLUMN recorded_payment.charge_id IS 'Id of the payment or booking.';
COMMENT ON COLUMN recorded_payment.amount IS 'In the currency''s smallest unit.';
COMMENT ON COLUMN recorded_payment.api_key_id IS 'The API key that recorded the payment.';

GRANT SELECT, INSERT ON recorded_payment TO tollgate_writer;
ALTER TABLE recorded_payment ENABLE ROW LEVEL SECURITY;
CREATE POLICY recorded_payment_of_seller ON recorded_payment TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
