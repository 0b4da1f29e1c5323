-- The erasure of a customer: a task of bounded steps, whose progress is committed with each step. The row stays as the
-- certificate.
CREATE TABLE customer_erasure (
    seller_id         text COLLATE "C" NOT NULL,
    livemode          boolean NOT NULL,
    customer_id       text COLLATE "C" NOT NULL CHECK (customer_id ~ '^[0-9a-f]{24}$'),
    status            text NOT NULL CHECK (status IN ('RUNNING', 'DONE')),
    step              integer NOT NULL DEFAULT 0 CHECK (step >= 0),
    reached           text COLLATE "C" NOT NULL DEFAULT '',
    changed           boolean NOT NULL DEFAULT false,
    addresses         text[] NOT NULL DEFAULT '{}',
    processor_ids     text[] NOT NULL DEFAULT '{}',
    erased            jsonb NOT NULL DEFAULT '{}',
    kept              jsonb NOT NULL DEFAULT '{}',
    key_id            text COLLATE "C" NOT NULL,
    request_id        text COLLATE "C",
    requested_at      timestamptz NOT NULL,
    real_requested_at timestamptz NOT NULL,
    finished_at       timestamptz,
    PRIMARY KEY (seller_id, livemode, customer_id),
    CHECK ((status = 'DONE') = (finished_at IS NOT NULL)),
    CHECK (status = 'RUNNING' OR (addresses = '{}' AND processor_ids = '{}'))
);
COMMENT ON TABLE customer_erasure IS 'A customer whose personal data is being erased, or was. Written by the request; the task ERASE_CUSTOMER changes it.';
COMMENT ON COLUMN customer_erasure.step IS 'The number of the present step of the task.';
COMMENT ON COLUMN customer_erasure.reached IS 'The last row that the present step has handled; empty before the first.';
COMMENT ON COLUMN customer_erasure.changed IS 'Whether the present pass over all steps has changed a row. A pass that changes nothing is the last.';
COMMENT ON COLUMN customer_erasure.addresses IS 'The e-mail addresses of the customer that were found so far. Emptied at the end.';
COMMENT ON COLUMN customer_erasure.processor_ids IS 'The customers at the payment processor that are not deleted yet.';
COMMENT ON COLUMN customer_erasure.erased IS 'Numbers of changed and deleted rows by kind.';
COMMENT ON COLUMN customer_erasure.kept IS 'Numbers of rows that laws on accounting demand, by kind.';
COMMENT ON COLUMN customer_erasure.requested_at IS 'By the clock of the mode; real_requested_at is the real time.';

GRANT SELECT, INSERT, UPDATE ON customer_erasure TO tollgate_writer;
ALTER TABLE customer_erasure ENABLE ROW LEVEL SECURITY;
CREATE POLICY customer_erasure_of_seller ON customer_erasure TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

-- Erasure replaces values inside of what is otherwise never changed.
GRANT UPDATE (record) ON audit_entry, reported_change TO tollgate_writer;
GRANT UPDATE (reference, note) ON recorded_payment TO tollgate_writer;
GRANT UPDATE (email) ON submitted_form TO tollgate_writer;
GRANT DELETE ON reminder_recipient, submission_file, order_file TO tollgate_writer;

-- Erasure finds the rows of an address. Orders enter the first index only when they expire.
CREATE INDEX checkout_expired_email ON checkout (seller_id, livemode, email) WHERE status = 'EXPIRED';
CREATE INDEX submitted_form_email ON submitted_form (seller_id, livemode, email) WHERE email IS NOT NULL;
