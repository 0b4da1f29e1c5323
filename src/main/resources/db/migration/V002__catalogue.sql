-- The catalog: what sellers offer. Written rarely; documents with the columns that lists filter
-- by, and live numbers in rows of their own. The catalog has no mode.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE TABLE page (
    seller_id   text COLLATE "C" NOT NULL,
    id          text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    type        text NOT NULL CHECK (type IN ('checkout', 'form', 'event')),
    slug        text COLLATE "C" NOT NULL,
    status      text NOT NULL CHECK (status IN ('published', 'draft', 'archived')),
    testmode    boolean NOT NULL,
    search_text text COLLATE "C" NOT NULL,
    document    jsonb NOT NULL,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    UNIQUE (seller_id, slug)
);
CREATE INDEX page_type ON page (seller_id, type, id);
CREATE INDEX page_status ON page (seller_id, type, status, id);
CREATE INDEX page_testmode ON page (seller_id, type, testmode, id);
COMMENT ON TABLE page IS 'Checkout pages, forms and events.';
COMMENT ON COLUMN page.search_text IS 'Folded name, title and, of a checkout page, title of the product, a line each.';
COMMENT ON COLUMN page.document IS 'Every settable field of the page. Live numbers and parts with an own table are composed at read.';

CREATE TABLE page_visits (
    seller_id   text COLLATE "C" NOT NULL,
    page_id     text COLLATE "C" NOT NULL,
    visit_count bigint NOT NULL DEFAULT 0 CHECK (visit_count >= 0),
    PRIMARY KEY (seller_id, page_id),
    FOREIGN KEY (seller_id, page_id) REFERENCES page (seller_id, id)
) WITH (fillfactor = 50);
COMMENT ON TABLE page_visits IS 'How often a page was opened.';

CREATE TABLE product (
    seller_id   text COLLATE "C" NOT NULL,
    id          text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    page_id     text COLLATE "C",
    role        text NOT NULL CHECK (role IN ('product', 'orderbump')),
    search_text text COLLATE "C" NOT NULL,
    document    jsonb NOT NULL,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, page_id) REFERENCES page (seller_id, id),
    CHECK ((role = 'product') = (page_id IS NOT NULL))
);
CREATE INDEX product_role ON product (seller_id, role, id);
CREATE UNIQUE INDEX product_page ON product (seller_id, page_id) WHERE page_id IS NOT NULL;
COMMENT ON TABLE product IS 'What a checkout page sells (role product), and what pages offer beside it (role orderbump).';
COMMENT ON COLUMN product.search_text IS 'Folded title and stock-keeping unit, a line each.';

CREATE TABLE ticket_group (
    seller_id  text COLLATE "C" NOT NULL,
    id         text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    page_id    text COLLATE "C" NOT NULL,
    position   integer NOT NULL,
    document   jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, page_id) REFERENCES page (seller_id, id)
);
CREATE INDEX ticket_group_page ON ticket_group (seller_id, page_id, position);
COMMENT ON TABLE ticket_group IS 'Groups of ticket types of an event.';

CREATE TABLE ticket_type (
    seller_id       text COLLATE "C" NOT NULL,
    id              text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    page_id         text COLLATE "C" NOT NULL,
    ticket_group_id text COLLATE "C" NOT NULL,
    position        integer NOT NULL,
    document        jsonb NOT NULL,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id),
    FOREIGN KEY (seller_id, page_id) REFERENCES page (seller_id, id),
    FOREIGN KEY (seller_id, ticket_group_id) REFERENCES ticket_group (seller_id, id)
);
CREATE INDEX ticket_type_page ON ticket_type (seller_id, page_id, position);
COMMENT ON TABLE ticket_type IS 'What an attendee can book.';

CREATE TABLE coupon (
    seller_id   text COLLATE "C" NOT NULL,
    id          text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    code        text COLLATE "C" NOT NULL,
    deleted     boolean NOT NULL,
    search_text text COLLATE "C" NOT NULL,
    document    jsonb NOT NULL,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id)
);
CREATE UNIQUE INDEX coupon_code ON coupon (seller_id, code) WHERE NOT deleted;
COMMENT ON TABLE coupon IS 'Coupons. Deleted ones stay, because purchases refer to them.';
COMMENT ON COLUMN coupon.code IS 'The code, folded: codes compare without regard to case.';
COMMENT ON COLUMN coupon.search_text IS 'Folded label and code, a line each.';

CREATE TABLE tax_rate (
    seller_id  text COLLATE "C" NOT NULL,
    id         text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    document   jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id)
);
COMMENT ON TABLE tax_rate IS 'Tax rates. Deleted ones stay inactive, because purchases refer to them.';

CREATE TABLE file (
    seller_id   text COLLATE "C" NOT NULL,
    id          text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    purpose     text NOT NULL CHECK (purpose IN ('image', 'file')),
    search_text text COLLATE "C" NOT NULL,
    document    jsonb NOT NULL,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL,
    PRIMARY KEY (seller_id, id)
);
CREATE INDEX file_purpose ON file (seller_id, purpose, id);
COMMENT ON TABLE file IS 'What is known of an uploaded file; its bytes are in the file store.';
COMMENT ON COLUMN file.search_text IS 'Folded name.';

CREATE TABLE capacity (
    seller_id text COLLATE "C" NOT NULL,
    kind      text NOT NULL CHECK (kind IN ('event', 'ticket_group', 'ticket_type', 'coupon', 'product', 'variant_option')),
    owner_id  text COLLATE "C" NOT NULL,
    capacity  integer CHECK (capacity >= 0),
    taken     integer NOT NULL DEFAULT 0 CHECK (taken >= 0),
    PRIMARY KEY (seller_id, kind, owner_id),
    CONSTRAINT capacity_never_exceeded CHECK (taken <= capacity)
) WITH (fillfactor = 50);
COMMENT ON TABLE capacity IS 'How much there is of what can run out, and how much live purchases have taken: places, stock, uses of a coupon. Claims are one conditional UPDATE per row, in the order of kind.';
COMMENT ON COLUMN capacity.capacity IS 'Null: no limit.';
