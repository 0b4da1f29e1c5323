-- Count the files that visitors upload with forms and that are not part of a submission yet. Their bytes are on disk for
-- up to a day, so that forms with errors could otherwise fill the disk outside the quota.
CREATE TABLE pending_file (
    seller_id  text COLLATE "C" NOT NULL,
    file_id    text COLLATE "C" NOT NULL,
    bytes      bigint NOT NULL CHECK (bytes >= 0),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, file_id)
);
COMMENT ON TABLE pending_file IS 'Uploads of forms without a submission. Written before the bytes are stored; deleted with the submission, or after a day.';

GRANT SELECT, INSERT, DELETE ON pending_file TO tollgate_writer;
ALTER TABLE pending_file ENABLE ROW LEVEL SECURITY;
CREATE POLICY pending_file_of_seller ON pending_file TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));

-- Compare the quota with one row, so that concurrent uploads never exceed it.
ALTER TABLE seller_storage ADD COLUMN pending_bytes bigint NOT NULL DEFAULT 0 CHECK (pending_bytes >= 0);
COMMENT ON COLUMN seller_storage.pending_bytes IS 'The sum of the sizes in pending_file. It counts toward the quota.';
