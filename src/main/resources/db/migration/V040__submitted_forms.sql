-- Forms that visitors submitted on hosted pages.

CREATE TABLE submitted_form (
    seller_id     text COLLATE "C" NOT NULL,
    livemode      boolean NOT NULL,
    id            text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    submission_id text COLLATE "C" NOT NULL,
    page_id       text COLLATE "C" NOT NULL,
    email         text,
    created_at    timestamptz NOT NULL,
    PRIMARY KEY (seller_id, livemode, id)
);
-- A form that takes one submission per customer takes one per e-mail address, also from concurrent requests.
CREATE UNIQUE INDEX submitted_form_once ON submitted_form (seller_id, livemode, page_id, email)
    WHERE email IS NOT NULL;
COMMENT ON TABLE submitted_form IS 'Forms as they were shown to visitors and submitted. Each becomes one submission, however often it is sent.';
COMMENT ON COLUMN submitted_form.id IS 'Id of the form that was shown, which it carries with a signature.';
COMMENT ON COLUMN submitted_form.email IS 'E-mail address of the visitor if the form took one submission per customer; otherwise null.';

GRANT SELECT, INSERT ON submitted_form TO tollgate_writer;
ALTER TABLE submitted_form ENABLE ROW LEVEL SECURITY;
CREATE POLICY submitted_form_of_seller ON submitted_form TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
