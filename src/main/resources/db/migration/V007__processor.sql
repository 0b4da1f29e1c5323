-- The payment processor: whose account is asked, what of the catalog it knows, and what is still to
-- be done there. And the books of the simulator that stands in for it.

CREATE TABLE processor_account (
    seller_id  text COLLATE "C" NOT NULL REFERENCES seller (id),
    livemode   boolean NOT NULL,
    secret_key bytea NOT NULL,
    simulated  boolean NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, livemode)
);
COMMENT ON TABLE processor_account IS 'The account of a seller at the processor, one for each mode.';
COMMENT ON COLUMN processor_account.secret_key IS 'AES-256-GCM under a key derived from the master secret, bound to seller and mode.';
COMMENT ON COLUMN processor_account.simulated IS 'Whether the account is one of the embedded simulator.';

CREATE TABLE processor_copy (
    seller_id    text COLLATE "C" NOT NULL,
    livemode     boolean NOT NULL,
    kind         text COLLATE "C" NOT NULL CHECK (kind IN ('coupon', 'tax_rate')),
    record_id    text COLLATE "C" NOT NULL,
    processor_id text COLLATE "C" NOT NULL,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (seller_id, livemode, kind, record_id)
);
COMMENT ON TABLE processor_copy IS 'What of the catalog the processor knows, in which mode and by which id.';

CREATE TABLE processor_task (
    seller_id       text COLLATE "C" NOT NULL,
    livemode        boolean NOT NULL,
    id              text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    kind            text COLLATE "C" NOT NULL,
    subject_id      text COLLATE "C" NOT NULL,
    argument        text COLLATE "C" NOT NULL,
    idempotency_key text COLLATE "C",
    attempts        integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    due_at          timestamptz NOT NULL,
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (seller_id, livemode, id),
    UNIQUE (seller_id, livemode, kind, subject_id)
);
CREATE UNIQUE INDEX processor_task_idempotency_key ON processor_task (seller_id, livemode, idempotency_key)
    WHERE idempotency_key IS NOT NULL;
COMMENT ON TABLE processor_task IS 'What is still to be done at the processor. Also what is to be undone there, unless the write that made it strikes it off in its own transaction.';
COMMENT ON COLUMN processor_task.subject_id IS 'Id at the processor, or of our record where that one is not known yet.';
COMMENT ON COLUMN processor_task.idempotency_key IS 'Key of the request that is at work, so that no other one with it begins.';
COMMENT ON COLUMN processor_task.attempts IS 'How often it was taken up; a task once taken up can no longer be struck off.';

CREATE TABLE simulated_object (
    seller_id  text COLLATE "C" NOT NULL,
    livemode   boolean NOT NULL,
    kind       text COLLATE "C" NOT NULL,
    id         text COLLATE "C" NOT NULL,
    object     jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, livemode, kind, id)
);
COMMENT ON TABLE simulated_object IS 'Objects of the simulated processor, account by account.';
COMMENT ON COLUMN simulated_object.object IS 'As the processor''s wire protocol shows it.';

CREATE TABLE simulated_answer (
    seller_id  text COLLATE "C" NOT NULL,
    livemode   boolean NOT NULL,
    key        text COLLATE "C" NOT NULL,
    request    bytea NOT NULL,
    status     smallint NOT NULL,
    body       text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, livemode, key)
);
CREATE INDEX simulated_answer_created ON simulated_answer (seller_id, livemode, created_at);
COMMENT ON TABLE simulated_answer IS 'Answers that the simulated processor gave to requests with an idempotency key.';

-- The rate that new pages take.
CREATE UNIQUE INDEX tax_rate_default ON tax_rate (seller_id) WHERE (document ->> 'default') = 'true';

GRANT SELECT ON processor_account TO tollgate_writer;
ALTER TABLE processor_account ENABLE ROW LEVEL SECURITY;
CREATE POLICY processor_account_of_seller ON processor_account TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON processor_copy TO tollgate_writer;
ALTER TABLE processor_copy ENABLE ROW LEVEL SECURITY;
CREATE POLICY processor_copy_of_seller ON processor_copy TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON processor_task TO tollgate_writer;
ALTER TABLE processor_task ENABLE ROW LEVEL SECURITY;
CREATE POLICY processor_task_of_seller ON processor_task TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON simulated_object TO tollgate_writer;
ALTER TABLE simulated_object ENABLE ROW LEVEL SECURITY;
CREATE POLICY simulated_object_of_seller ON simulated_object TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

GRANT SELECT, INSERT, UPDATE, DELETE ON simulated_answer TO tollgate_writer;
ALTER TABLE simulated_answer ENABLE ROW LEVEL SECURITY;
CREATE POLICY simulated_answer_of_seller ON simulated_answer TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
