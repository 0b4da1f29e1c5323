-- Which documents of the catalog refer to which files, so that deleting a file finds them by an index.
-- A GIN index over the documents would not serve: under row-level security an index is used only with
-- leakproof operators, and those of jsonb and of arrays are not.

CREATE TABLE file_reference (
    seller_id text COLLATE "C" NOT NULL,
    file_id   text COLLATE "C" NOT NULL,
    kind      text COLLATE "C" NOT NULL CHECK (kind IN ('page', 'product', 'ticket_type')),
    record_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (seller_id, file_id, kind, record_id),
    FOREIGN KEY (seller_id, file_id) REFERENCES file (seller_id, id)
);
CREATE INDEX file_reference_record ON file_reference (seller_id, kind, record_id);
COMMENT ON TABLE file_reference IS 'Files that documents of the catalog refer to, as fileId or in fileIds. Written in the transaction that writes the document.';
COMMENT ON COLUMN file_reference.kind IS 'The table of the document.';

INSERT INTO file_reference (seller_id, file_id, kind, record_id)
SELECT DISTINCT d.seller_id, f.id, d.kind, d.id
FROM (
    SELECT seller_id, 'page' AS kind, id, document FROM page
    UNION ALL SELECT seller_id, 'product', id, document FROM product
    UNION ALL SELECT seller_id, 'ticket_type', id, document FROM ticket_type
) d
CROSS JOIN LATERAL (
    SELECT x #>> '{}' AS id FROM jsonb_path_query(d.document, '$.**.fileId') x
    UNION ALL SELECT x #>> '{}' FROM jsonb_path_query(d.document, '$.**.fileIds[*]') x
) named
JOIN file f ON f.seller_id = d.seller_id AND f.id = named.id;

GRANT SELECT, INSERT, DELETE ON file_reference TO tollgate_writer;
ALTER TABLE file_reference ENABLE ROW LEVEL SECURITY;
CREATE POLICY file_reference_of_seller ON file_reference TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
