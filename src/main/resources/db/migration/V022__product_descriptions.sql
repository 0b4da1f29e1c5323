-- Descriptions of products are HTML. Plain text that was stored before becomes an escaped paragraph, as it does now when
-- it is sent.
UPDATE product
SET document = jsonb_set(document, '{description}', to_jsonb(
    '<p>' || regexp_replace(
        replace(replace(replace(document ->> 'description', '&', '&amp;'), '<', '&lt;'), '>', '&gt;'),
        E'\r\n|[\n\r\u0085\u2028\u2029]', '<br>', 'g') || '</p>'))
WHERE document ->> 'description' <> '' AND document ->> 'description' !~ '<[a-zA-Z/!][^>]*>';
