-- Keep uploads of checkout pages while an order or a cart names them: a buyer may edit or pay it weeks after the upload.
ALTER TABLE pending_file ADD COLUMN held_until timestamptz;
COMMENT ON COLUMN pending_file.held_until IS 'Until when an order or a cart that is not bought keeps the upload; null if none has named it.';
COMMENT ON TABLE pending_file IS 'Uploads of hosted pages that are not part of a submission or purchase. Written before the bytes are stored; deleted with the submission or purchase, a day after the upload, or when the order or cart that names it no longer keeps it.';
GRANT UPDATE ON pending_file TO tollgate_writer;

-- Tell which files belong to live purchases, so that test keys cannot delete them. Files have no mode, purchases have.
CREATE TABLE order_file (
    seller_id  text COLLATE "C" NOT NULL,
    file_id    text COLLATE "C" NOT NULL,
    livemode   boolean NOT NULL,
    record_id  text COLLATE "C" NOT NULL,
    page_id    text COLLATE "C" NOT NULL,
    deleted_at timestamptz,
    PRIMARY KEY (seller_id, file_id)
);
COMMENT ON TABLE order_file IS 'Files that buyers uploaded with an order. Written in the transaction that writes the purchase and the file records.';
COMMENT ON COLUMN order_file.record_id IS 'The payment, booking or subscription whose answers named the file first. An accepted offer names files of the first purchase.';
COMMENT ON COLUMN order_file.page_id IS 'The page on which the file was uploaded.';
COMMENT ON COLUMN order_file.deleted_at IS 'Since when the file does not exist: the seller deleted it, or a very late payment found it deleted. Null while it exists.';
-- The export of a customer finds the files of purchases.
CREATE INDEX order_file_by_record ON order_file (seller_id, livemode, record_id);

GRANT SELECT, INSERT, UPDATE ON order_file TO tollgate_writer;
ALTER TABLE order_file ENABLE ROW LEVEL SECURITY;
CREATE POLICY order_file_of_seller ON order_file TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
