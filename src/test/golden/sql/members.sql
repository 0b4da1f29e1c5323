-- first page
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM member WHERE seller_id = $1))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM member WHERE seller_id = $1 ORDER BY id DESC LIMIT 20);

-- after a cursor
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM member WHERE seller_id = $1))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM member WHERE seller_id = $1 AND id < $2 ORDER BY id DESC LIMIT 21);

-- before a cursor
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM member WHERE seller_id = $1))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM member WHERE seller_id = $1 AND id > $2 ORDER BY id ASC LIMIT 21);

-- after several cursors
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM member WHERE seller_id = $1))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT page.seller_id, page.livemode, page.record, NULL, asked.place FROM unnest($2::text[]) WITH ORDINALITY AS asked (cursor, place) CROSS JOIN LATERAL (SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM member WHERE seller_id = $1 AND id < asked.cursor ORDER BY id DESC LIMIT 21) page (seller_id, livemode, record, total, version));

-- by role
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM member WHERE seller_id = $1 AND role = $2))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM member WHERE seller_id = $1 AND role = $2 ORDER BY id DESC LIMIT 20);

-- get
SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), id FROM member WHERE seller_id = $1 AND id = $2;

-- get several
SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), id FROM member WHERE seller_id = $1 AND id = ANY ($2);

-- lock
SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), id FROM member WHERE seller_id = $1 AND id = $2 FOR NO KEY UPDATE;
