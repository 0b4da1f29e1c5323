-- E-mail: the outbox. Writes insert a message in the transaction of the change that it is about.

CREATE TABLE mail_message (
    seller_id    text COLLATE "C" NOT NULL,
    livemode     boolean NOT NULL,
    id           text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    purpose      text COLLATE "C" NOT NULL,
    subject_id   text COLLATE "C" NOT NULL,
    occasion     text COLLATE "C" NOT NULL,
    amount       bigint,
    recipient    text COLLATE "C" NOT NULL,
    state        text COLLATE "C" NOT NULL CHECK (state IN ('PENDING', 'SENT', 'FAILED')),
    attempts     integer NOT NULL CHECK (attempts >= 0),
    due_at       timestamptz NOT NULL,
    subject      text,
    failure_kind text COLLATE "C" CHECK (failure_kind IN ('RECIPIENT', 'SERVER', 'CONTENT', 'EXPIRED')),
    failure      text,
    created_at   timestamptz NOT NULL,
    ended_at     timestamptz,
    PRIMARY KEY (seller_id, livemode, id),
    UNIQUE (seller_id, livemode, purpose, subject_id, occasion, recipient),
    CHECK ((ended_at IS NULL) = (state = 'PENDING')),
    CHECK ((failure_kind IS NOT NULL) = (state = 'FAILED')),
    CHECK (state <> 'SENT' OR recipient <> '')
);
-- Serves the search for due messages, which needs nothing of the table itself.
CREATE INDEX mail_message_due ON mail_message (seller_id, livemode, due_at, id) WHERE state = 'PENDING';
CREATE INDEX mail_message_created ON mail_message (seller_id, livemode, created_at);
COMMENT ON TABLE mail_message IS 'The outbox of e-mail. Messages are rendered from the stored records when they are sent; their texts are not stored.';
COMMENT ON COLUMN mail_message.purpose IS 'What the message is for, such as ORDER_CONFIRMATION.';
COMMENT ON COLUMN mail_message.subject_id IS 'Id of the record that the message is about.';
COMMENT ON COLUMN mail_message.occasion IS 'Distinguishes messages of one purpose about one record, such as the id of a refund; empty if there is only one.';
COMMENT ON COLUMN mail_message.amount IS 'The amount that the message is about, in the currency''s smallest unit; null for none.';
COMMENT ON COLUMN mail_message.recipient IS 'E-mail address. Empty until the first delivery reads it from the record, which replaces the row by one row for each recipient.';
COMMENT ON COLUMN mail_message.attempts IS 'Number of started deliveries.';
COMMENT ON COLUMN mail_message.due_at IS 'When a pending message is delivered next. A running delivery moves it ahead, so that it runs again after a crash.';
COMMENT ON COLUMN mail_message.subject IS 'Subject line of a sent message.';
COMMENT ON COLUMN mail_message.failure IS 'Why the last delivery failed; of a pending message too.';

GRANT SELECT, INSERT, UPDATE, DELETE ON mail_message TO tollgate_writer;
ALTER TABLE mail_message ENABLE ROW LEVEL SECURITY;
CREATE POLICY mail_message_of_seller ON mail_message TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
