-- Carts that buyers left before they ordered, and reminders of them.

ALTER TABLE seller_setting ADD COLUMN save_contact_details boolean NOT NULL DEFAULT false;
ALTER TABLE seller_setting ADD COLUMN send_reminders boolean NOT NULL DEFAULT false;
ALTER TABLE seller_setting ADD CONSTRAINT seller_setting_reminders_need_contacts
    CHECK (save_contact_details OR NOT send_reminders);
COMMENT ON COLUMN seller_setting.save_contact_details IS 'Whether the cart of a buyer who has entered an e-mail address is saved before the order.';
COMMENT ON COLUMN seller_setting.send_reminders IS 'Whether buyers who left a saved cart are reminded by e-mail.';

CREATE TABLE checkout_draft (
    seller_id    text COLLATE "C" NOT NULL,
    livemode     boolean NOT NULL,
    id           text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    kind         text COLLATE "C" NOT NULL CHECK (kind IN ('PRODUCT', 'TICKETS', 'SUBSCRIPTION')),
    page_id      text COLLATE "C" NOT NULL,
    visit_id     text COLLATE "C" NOT NULL,
    email        text COLLATE "C" NOT NULL,
    form         text,
    status       text COLLATE "C" NOT NULL CHECK (status IN ('OPEN', 'ABANDONED', 'BOUGHT', 'RECOVERED', 'EXPIRED')),
    stage        smallint NOT NULL DEFAULT 0 CHECK (stage BETWEEN 0 AND 3),
    created_at   timestamptz NOT NULL,
    left_at      timestamptz NOT NULL,
    abandoned_at timestamptz,
    reminded_at  timestamptz,
    ended_at     timestamptz,
    PRIMARY KEY (seller_id, livemode, id),
    CHECK ((ended_at IS NOT NULL) = (status IN ('BOUGHT', 'RECOVERED', 'EXPIRED'))),
    CHECK ((form IS NULL) = (ended_at IS NOT NULL)),
    CHECK (status NOT IN ('ABANDONED', 'RECOVERED') OR abandoned_at IS NOT NULL),
    CHECK (status NOT IN ('OPEN', 'BOUGHT') OR abandoned_at IS NULL),
    CHECK ((abandoned_at IS NOT NULL) = (stage > 0)),
    CHECK (reminded_at IS NULL OR reminded_at >= abandoned_at),
    CHECK (left_at >= created_at)
);
CREATE INDEX checkout_draft_visit ON checkout_draft (seller_id, livemode, page_id, visit_id)
    WHERE status IN ('OPEN', 'ABANDONED');
CREATE INDEX checkout_draft_email ON checkout_draft (seller_id, livemode, email);
COMMENT ON TABLE checkout_draft IS 'Carts of buyers who have entered an e-mail address. Each has a record with the same id, which becomes the order.';
COMMENT ON COLUMN checkout_draft.kind IS 'Kind of the record: a payment, a booking or a subscription.';
COMMENT ON COLUMN checkout_draft.visit_id IS 'The browser that saved the cart last.';
COMMENT ON COLUMN checkout_draft.email IS 'Address that the buyer entered, in lower case.';
COMMENT ON COLUMN checkout_draft.form IS 'Inputs of the page as JSON, and the query of its address. Deleted when the draft ends.';
COMMENT ON COLUMN checkout_draft.stage IS 'Number of times at which a reminder was due: 1 when the cart counts as abandoned.';
COMMENT ON COLUMN checkout_draft.left_at IS 'When the cart was saved last before it counted as abandoned.';
COMMENT ON COLUMN checkout_draft.reminded_at IS 'When the last reminder was added to the outbox; null if none was.';

CREATE TABLE reminder_recipient (
    seller_id   text COLLATE "C" NOT NULL,
    livemode    boolean NOT NULL,
    email       text COLLATE "C" NOT NULL,
    reminded_at timestamptz,
    refused_at  timestamptz,
    PRIMARY KEY (seller_id, livemode, email),
    CHECK (reminded_at IS NOT NULL OR refused_at IS NOT NULL)
);
COMMENT ON TABLE reminder_recipient IS 'Addresses that a seller has reminded of carts, or that want no reminders.';
COMMENT ON COLUMN reminder_recipient.email IS 'In lower case.';
COMMENT ON COLUMN reminder_recipient.reminded_at IS 'When the last reminder of any cart was added to the outbox; null if none was.';
COMMENT ON COLUMN reminder_recipient.refused_at IS 'When the address stopped reminders; null if it did not.';

GRANT SELECT, INSERT, UPDATE ON checkout_draft TO tollgate_writer;
GRANT SELECT, INSERT, UPDATE ON reminder_recipient TO tollgate_writer;
ALTER TABLE checkout_draft ENABLE ROW LEVEL SECURITY;
CREATE POLICY checkout_draft_of_seller ON checkout_draft TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
ALTER TABLE reminder_recipient ENABLE ROW LEVEL SECURITY;
CREATE POLICY reminder_recipient_of_seller ON reminder_recipient TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
