-- A form that arrives twice, as after a double click or a lost response, is one order.

ALTER TABLE checkout ADD COLUMN submission text COLLATE "C" CHECK (submission ~ '^[0-9a-f]{64}$');
CREATE UNIQUE INDEX checkout_submission ON checkout (seller_id, livemode, submission) WHERE submission IS NOT NULL;
COMMENT ON COLUMN checkout.submission IS 'Hash of the submitted form with its one-time number and the visit. Null: placed without a form.';
