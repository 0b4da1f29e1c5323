-- What sellers set for all they do. Apart from the directory, which must stay small and cold.

CREATE TABLE seller_setting (
    seller_id    text COLLATE "C" PRIMARY KEY,
    logo_file_id text COLLATE "C",
    updated_at   timestamptz NOT NULL,
    FOREIGN KEY (seller_id, logo_file_id) REFERENCES file (seller_id, id)
);
COMMENT ON TABLE seller_setting IS 'Settings of a seller; no row where none was ever set.';
COMMENT ON COLUMN seller_setting.logo_file_id IS 'The image on tickets and invoices. The key keeps the file while it is the logo.';

GRANT SELECT, INSERT, UPDATE ON seller_setting TO tollgate_writer;
ALTER TABLE seller_setting ENABLE ROW LEVEL SECURITY;
CREATE POLICY seller_setting_of_seller ON seller_setting TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
