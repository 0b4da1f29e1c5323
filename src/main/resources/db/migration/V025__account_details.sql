-- Legal details and defaults of a seller. Invoices copy the details when they are issued, so a change never rewrites
-- an earlier invoice.

ALTER TABLE seller_setting
    ADD COLUMN display_name text,
    ADD COLUMN email        text,
    ADD COLUMN tax_id       text COLLATE "C",
    ADD COLUMN address      jsonb,
    ADD COLUMN locale       text COLLATE "C",
    ADD COLUMN timezone     text COLLATE "C";

COMMENT ON COLUMN seller_setting.display_name IS 'The name that buyers read; null: the one in the directory.';
COMMENT ON COLUMN seller_setting.email IS 'E-mail address on invoices.';
COMMENT ON COLUMN seller_setting.tax_id IS 'Tax id on invoices.';
COMMENT ON COLUMN seller_setting.address IS 'Postal address on invoices; null, or an object with at least one value.';
COMMENT ON COLUMN seller_setting.locale IS 'Locale of new pages, and of documents whose page has none; null: en-US.';
COMMENT ON COLUMN seller_setting.timezone IS 'Time zone of new events, and of tickets whose event has none; null: none and UTC.';
