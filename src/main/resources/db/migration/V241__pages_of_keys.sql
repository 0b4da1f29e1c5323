-- The pages to which a key is restricted.

ALTER TABLE api_key
    ADD COLUMN pages text[] COLLATE "C" CHECK (cardinality(pages) BETWEEN 1 AND 100);
COMMENT ON COLUMN api_key.pages IS 'Ids of the pages that the key may see; null: all pages and everything else.';

GRANT SELECT (pages), INSERT (pages), UPDATE (pages) ON api_key TO tollgate_writer;
