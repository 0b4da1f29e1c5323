-- What pages offer beside what they sell: which product, in which order, and how it is shown.

CREATE TABLE order_bump (
    seller_id  text COLLATE "C" NOT NULL,
    page_id    text COLLATE "C" NOT NULL,
    product_id text COLLATE "C" NOT NULL,
    position   integer NOT NULL,
    document   jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, page_id, product_id),
    FOREIGN KEY (seller_id, page_id) REFERENCES page (seller_id, id),
    FOREIGN KEY (seller_id, product_id) REFERENCES product (seller_id, id)
);
CREATE INDEX order_bump_product ON order_bump (seller_id, product_id);
COMMENT ON TABLE order_bump IS 'Products (role orderbump) that checkout pages and events offer beside what they sell.';
COMMENT ON COLUMN order_bump.position IS 'The order in which the page shows them, lowest first; numbers may be left out.';
COMMENT ON COLUMN order_bump.document IS 'How the page offers it. Who changes the bumps of a page holds the row of the page.';

GRANT SELECT, INSERT, UPDATE, DELETE ON order_bump TO tollgate_writer;
ALTER TABLE order_bump ENABLE ROW LEVEL SECURITY;
CREATE POLICY order_bump_of_seller ON order_bump TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
