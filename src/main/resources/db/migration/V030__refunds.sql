-- Refunds of payments and bookings, their credit notes, and the disputes that buyers open at their banks.

CREATE TABLE refund_balance (
    seller_id text COLLATE "C" NOT NULL,
    livemode  boolean NOT NULL,
    charge_id text COLLATE "C" NOT NULL,
    paid      bigint NOT NULL CHECK (paid >= 0),
    reserved  bigint NOT NULL,
    PRIMARY KEY (seller_id, livemode, charge_id),
    CONSTRAINT refund_balance_reserved CHECK (reserved BETWEEN 0 AND paid)
);
COMMENT ON TABLE refund_balance IS 'How much of an order is refunded or being refunded. The constraint prevents refunds of more than was paid.';
COMMENT ON COLUMN refund_balance.charge_id IS 'Id of the payment or booking.';
COMMENT ON COLUMN refund_balance.paid IS 'The amount paid, in the currency''s smallest unit.';
COMMENT ON COLUMN refund_balance.reserved IS 'Sum of the refunds that succeeded or are pending, and of refunds before the first row of refund.';

CREATE TABLE refund (
    seller_id           text COLLATE "C" NOT NULL,
    livemode            boolean NOT NULL,
    id                  text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    charge_id           text COLLATE "C" NOT NULL,
    charge_type         text COLLATE "C" NOT NULL CHECK (charge_type IN ('payment', 'booking')),
    status              text COLLATE "C" NOT NULL CHECK (status IN ('PENDING', 'SUCCEEDED', 'FAILED')),
    origin              text COLLATE "C" NOT NULL CHECK (origin IN ('REQUEST', 'PROCESSOR', 'DISPUTE', 'LATE_PAYMENT')),
    amount              bigint NOT NULL CHECK (amount > 0),
    processor_amount    bigint NOT NULL,
    currency            text COLLATE "C" NOT NULL,
    reason              text COLLATE "C" NOT NULL,
    reason_note         text,
    failure             text,
    payment_intent_id   text COLLATE "C",
    processor_refund_id text COLLATE "C",
    ticket_ids          text[] COLLATE "C",
    credit_note_number  text COLLATE "C",
    credited_at         timestamptz,
    tax_amount          bigint,
    api_key_id          text COLLATE "C",
    created_at          timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL,
    PRIMARY KEY (seller_id, livemode, id),
    CHECK (processor_amount BETWEEN 0 AND amount),
    CHECK (processor_amount = 0 OR payment_intent_id IS NOT NULL),
    CHECK ((credit_note_number IS NULL) = (credited_at IS NULL))
);
CREATE INDEX refund_charge ON refund (seller_id, livemode, charge_id);
CREATE INDEX refund_payment_intent ON refund (seller_id, livemode, payment_intent_id)
    WHERE payment_intent_id IS NOT NULL;
CREATE UNIQUE INDEX refund_processor_id ON refund (seller_id, livemode, processor_refund_id)
    WHERE processor_refund_id IS NOT NULL;
CREATE UNIQUE INDEX refund_credit_note ON refund (seller_id, livemode, credit_note_number)
    WHERE credit_note_number IS NOT NULL;
COMMENT ON TABLE refund IS 'Refunds. Each is recorded before the processor is called with its id as idempotency key.';
COMMENT ON COLUMN refund.charge_id IS 'Id of the payment or booking.';
COMMENT ON COLUMN refund.origin IS 'REQUEST: by an API key. PROCESSOR: created at the processor. DISPUTE: a dispute that was lost. LATE_PAYMENT: the order had expired when it was paid.';
COMMENT ON COLUMN refund.amount IS 'In the currency''s smallest unit.';
COMMENT ON COLUMN refund.processor_amount IS 'The part that is refunded by the processor. The seller returns the rest.';
COMMENT ON COLUMN refund.failure IS 'Why the refund failed; null if it did not.';
COMMENT ON COLUMN refund.payment_intent_id IS 'Id of the payment at the processor; null if nothing was charged there.';
COMMENT ON COLUMN refund.processor_refund_id IS 'Id of the refund, or of the lost dispute, at the processor.';
COMMENT ON COLUMN refund.ticket_ids IS 'The tickets that are canceled with the refund; empty for all; null for none.';
COMMENT ON COLUMN refund.credit_note_number IS 'Number of the credit note; null before success and if the order has no invoice.';
COMMENT ON COLUMN refund.credited_at IS 'When the credit note was issued.';
COMMENT ON COLUMN refund.tax_amount IS 'The tax share of the amount.';
COMMENT ON COLUMN refund.api_key_id IS 'The API key that requested the refund; null without one.';

CREATE TABLE credit_note_counter (
    seller_id text COLLATE "C" NOT NULL,
    livemode  boolean NOT NULL,
    year      smallint NOT NULL,
    number    bigint NOT NULL CHECK (number > 0),
    issued_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, livemode, year)
) WITH (fillfactor = 50);
COMMENT ON TABLE credit_note_counter IS 'The last credit note number of a seller, mode and year. A rollback restores it, so that numbers have no gaps.';
COMMENT ON COLUMN credit_note_counter.issued_at IS 'Issue time of the last credit note. No later one has an earlier time.';

CREATE TABLE dispute (
    seller_id         text COLLATE "C" NOT NULL,
    livemode          boolean NOT NULL,
    id                text COLLATE "C" NOT NULL,
    charge_id         text COLLATE "C" NOT NULL,
    payment_intent_id text COLLATE "C" NOT NULL,
    amount            bigint NOT NULL CHECK (amount >= 0),
    currency          text COLLATE "C" NOT NULL,
    status            text COLLATE "C" NOT NULL,
    reason            text COLLATE "C" NOT NULL,
    created_at        timestamptz NOT NULL,
    updated_at        timestamptz NOT NULL,
    PRIMARY KEY (seller_id, livemode, id)
);
CREATE INDEX dispute_charge ON dispute (seller_id, livemode, charge_id);
COMMENT ON TABLE dispute IS 'Disputes (chargebacks) of card payments, as the processor reported them last.';
COMMENT ON COLUMN dispute.id IS 'Id at the processor.';
COMMENT ON COLUMN dispute.charge_id IS 'Id of the payment or booking.';
COMMENT ON COLUMN dispute.amount IS 'The disputed amount, in the currency''s smallest unit.';
COMMENT ON COLUMN dispute.status IS 'In the words of the processor, such as needs_response, under_review, won and lost.';
COMMENT ON COLUMN dispute.reason IS 'In the words of the processor, such as fraudulent.';

GRANT SELECT, INSERT, UPDATE ON refund_balance TO tollgate_writer;
ALTER TABLE refund_balance ENABLE ROW LEVEL SECURITY;
CREATE POLICY refund_balance_of_seller ON refund_balance TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE ON refund TO tollgate_writer;
ALTER TABLE refund ENABLE ROW LEVEL SECURITY;
CREATE POLICY refund_of_seller ON refund TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE ON credit_note_counter TO tollgate_writer;
ALTER TABLE credit_note_counter ENABLE ROW LEVEL SECURITY;
CREATE POLICY credit_note_counter_of_seller ON credit_note_counter TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE ON dispute TO tollgate_writer;
ALTER TABLE dispute ENABLE ROW LEVEL SECURITY;
CREATE POLICY dispute_of_seller ON dispute TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
