-- first page
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM page WHERE seller_id = $1 AND type = 'checkout'))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM page WHERE seller_id = $1 AND type = 'checkout' ORDER BY id DESC LIMIT 20);

-- after a cursor
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM page WHERE seller_id = $1 AND type = 'checkout'))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM page WHERE seller_id = $1 AND type = 'checkout' AND id < $2 ORDER BY id DESC LIMIT 21);

-- before a cursor
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM page WHERE seller_id = $1 AND type = 'checkout'))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM page WHERE seller_id = $1 AND type = 'checkout' AND id > $2 ORDER BY id ASC LIMIT 21);

-- after several cursors
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM page WHERE seller_id = $1 AND type = 'checkout'))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT page.seller_id, page.livemode, page.record, NULL, asked.place FROM unnest($2::text[]) WITH ORDINALITY AS asked (cursor, place) CROSS JOIN LATERAL (SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM page WHERE seller_id = $1 AND type = 'checkout' AND id < asked.cursor ORDER BY id DESC LIMIT 21) page (seller_id, livemode, record, total, version));

-- by status
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM page WHERE seller_id = $1 AND type = 'checkout' AND status = $2))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM page WHERE seller_id = $1 AND type = 'checkout' AND status = $2 ORDER BY id DESC LIMIT 20);

-- by testmode
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM page WHERE seller_id = $1 AND type = 'checkout' AND testmode = $2))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM page WHERE seller_id = $1 AND type = 'checkout' AND testmode = $2 ORDER BY id DESC LIMIT 20);

-- by two filters
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM page WHERE seller_id = $1 AND type = 'checkout' AND status = $2 AND testmode = $3))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM page WHERE seller_id = $1 AND type = 'checkout' AND status = $2 AND testmode = $3 ORDER BY id DESC LIMIT 20);

-- search for ANYTHING
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM page WHERE seller_id = $1 AND type = 'checkout' AND tollgate_position(search_text, $2::text) > 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM page WHERE seller_id = $1 AND type = 'checkout' AND tollgate_position(search_text, $2::text) > 0 ORDER BY id DESC LIMIT 20);

-- search for two letters
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM page WHERE seller_id = $1 AND type = 'checkout' AND tollgate_like(search_text, $2::text)))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM page WHERE seller_id = $1 AND type = 'checkout' AND tollgate_like(search_text, $2::text) ORDER BY id DESC LIMIT 20);

-- search for one letter
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM page WHERE seller_id = $1 AND type = 'checkout' AND tollgate_like(search_text, $2::text)))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM page WHERE seller_id = $1 AND type = 'checkout' AND tollgate_like(search_text, $2::text) ORDER BY id DESC LIMIT 20);

-- search after a cursor
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM page WHERE seller_id = $1 AND type = 'checkout' AND tollgate_like(search_text, $2::text)))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM page WHERE seller_id = $1 AND type = 'checkout' AND tollgate_like(search_text, $2::text) AND id < $3 ORDER BY id DESC LIMIT 21);

-- search with a filter
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM page WHERE seller_id = $1 AND type = 'checkout' AND status = $2 AND tollgate_like(search_text, $3::text)))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM page WHERE seller_id = $1 AND type = 'checkout' AND status = $2 AND tollgate_like(search_text, $3::text) ORDER BY id DESC LIMIT 20);

-- get
SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), id FROM page WHERE seller_id = $1 AND id = $2 AND type = 'checkout';

-- get several
SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), id FROM page WHERE seller_id = $1 AND id = ANY ($2) AND type = 'checkout';

-- lock
SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), id FROM page WHERE seller_id = $1 AND id = $2 AND type = 'checkout' FOR NO KEY UPDATE;

-- first page of some pages
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM page WHERE seller_id = $1 AND type = 'checkout' AND id = ANY ($2::text[])))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM page WHERE seller_id = $1 AND type = 'checkout' AND id = ANY ($2::text[]) ORDER BY id DESC LIMIT 20);

-- after several cursors of some pages
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM page WHERE seller_id = $1 AND type = 'checkout' AND id = ANY ($2::text[])))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT page.seller_id, page.livemode, page.record, NULL, asked.place FROM unnest($3::text[]) WITH ORDINALITY AS asked (cursor, place) CROSS JOIN LATERAL (SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM page WHERE seller_id = $1 AND type = 'checkout' AND id = ANY ($2::text[]) AND id < asked.cursor ORDER BY id DESC LIMIT 21) page (seller_id, livemode, record, total, version));

-- search of some pages
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM page WHERE seller_id = $1 AND type = 'checkout' AND id = ANY ($2::text[]) AND tollgate_like(search_text, $3::text)))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM page WHERE seller_id = $1 AND type = 'checkout' AND id = ANY ($2::text[]) AND tollgate_like(search_text, $3::text) ORDER BY id DESC LIMIT 20);

-- get of some pages
SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), id FROM page WHERE seller_id = $1 AND id = $2 AND type = 'checkout' AND id = ANY ($3::text[]);
