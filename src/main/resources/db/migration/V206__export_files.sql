-- The files of saved exports. A file is stored in parts, so that neither making nor sending it needs much memory, and
-- another instance continues after the last part if one crashes.

CREATE TABLE export_file (
    seller_id  text COLLATE "C" NOT NULL,
    livemode   boolean NOT NULL,
    id         text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    export_id  text COLLATE "C" NOT NULL,
    name       text COLLATE "C" NOT NULL,
    head       text COLLATE "C" NOT NULL,
    reached    text COLLATE "C",
    parts      integer NOT NULL DEFAULT 0 CHECK (parts >= 0),
    records    bigint NOT NULL DEFAULT 0 CHECK (records >= 0),
    bytes      bigint NOT NULL DEFAULT 0 CHECK (bytes >= 0),
    created_at timestamptz NOT NULL,
    expires_at timestamptz,
    PRIMARY KEY (seller_id, livemode, id),
    FOREIGN KEY (seller_id, livemode, export_id) REFERENCES saved_export (seller_id, livemode, id)
);
CREATE INDEX export_file_of_export ON export_file (seller_id, livemode, export_id, id);
CREATE INDEX export_file_expired ON export_file (seller_id, livemode, expires_at) WHERE expires_at IS NOT NULL;
COMMENT ON TABLE export_file IS 'Files of saved exports, also unfinished ones.';
COMMENT ON COLUMN export_file.head IS 'SHA-256 of the header. A file whose columns change while it is made begins anew.';
COMMENT ON COLUMN export_file.reached IS 'The last record in the parts; null before the first part.';
COMMENT ON COLUMN export_file.expires_at IS 'When the file is deleted; null while it is made.';

CREATE TABLE export_part (
    seller_id text COLLATE "C" NOT NULL,
    livemode  boolean NOT NULL,
    file_id   text COLLATE "C" NOT NULL,
    number    integer NOT NULL CHECK (number > 0),
    id        text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    bytes     integer NOT NULL CHECK (bytes >= 0),
    PRIMARY KEY (seller_id, livemode, file_id, number),
    UNIQUE (seller_id, id),
    FOREIGN KEY (seller_id, livemode, file_id) REFERENCES export_file (seller_id, livemode, id) ON DELETE CASCADE
);
COMMENT ON TABLE export_part IS 'The parts of the files of exports. Their bytes are in the file store and count towards the quota.';
COMMENT ON COLUMN export_part.id IS 'The name of the bytes in the file store.';

GRANT SELECT, INSERT, UPDATE, DELETE ON export_file TO tollgate_writer;
GRANT SELECT, INSERT, DELETE ON export_part TO tollgate_writer;
ALTER TABLE export_file ENABLE ROW LEVEL SECURITY;
CREATE POLICY export_file_of_seller ON export_file TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
ALTER TABLE export_part ENABLE ROW LEVEL SECURITY;
CREATE POLICY export_part_of_seller ON export_part TO tollgate_writer
    USING (seller_id = nullif(current_setting('app.seller', true), ''))
    WITH CHECK (seller_id = nullif(current_setting('app.seller', true), ''));
