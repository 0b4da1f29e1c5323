-- Files that visitors uploaded with a submission.

CREATE TABLE submission_file (
    seller_id     text COLLATE "C" NOT NULL,
    file_id       text COLLATE "C" NOT NULL,
    submission_id text COLLATE "C" NOT NULL,
    deleted_at    timestamptz,
    PRIMARY KEY (seller_id, file_id)
);
COMMENT ON TABLE submission_file IS 'Files of submissions. Written in the transaction that writes the submission and the file records.';
COMMENT ON COLUMN submission_file.deleted_at IS 'When the seller deleted the file; null while it exists. The answer of the submission still names it.';

GRANT SELECT, INSERT, UPDATE ON submission_file TO tollgate_writer;
ALTER TABLE submission_file ENABLE ROW LEVEL SECURITY;
CREATE POLICY submission_file_of_seller ON submission_file TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
