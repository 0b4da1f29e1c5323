-- The use of a key was rounded down to the minute, and so could be before the creation of the key.

UPDATE api_key_use SET last_used_at = api_key.created_at
FROM api_key
WHERE api_key.seller_id = api_key_use.seller_id AND api_key.id = api_key_use.key_id
  AND api_key_use.last_used_at < api_key.created_at;
