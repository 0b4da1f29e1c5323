-- How many bytes each seller's files take. Counted in the transaction that writes or deletes a file,
-- so that the count is always the sum of the sizes in the seller's file records.

CREATE TABLE seller_storage (
    seller_id  text COLLATE "C" PRIMARY KEY,
    used_bytes bigint NOT NULL CHECK (used_bytes >= 0)
) WITH (fillfactor = 50);
COMMENT ON TABLE seller_storage IS 'Bytes of the files of a seller, in both modes together; no row if the seller never had a file.';
COMMENT ON COLUMN seller_storage.used_bytes IS 'The sum of the sizes in the file records. An upload adds to it with a conditional UPDATE that enforces the quota.';

INSERT INTO seller_storage (seller_id, used_bytes)
SELECT seller_id, sum((document ->> 'size')::bigint) FROM file GROUP BY seller_id;

GRANT SELECT, INSERT, UPDATE ON seller_storage TO tollgate_writer;
ALTER TABLE seller_storage ENABLE ROW LEVEL SECURITY;
CREATE POLICY seller_storage_of_seller ON seller_storage TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
