DROP INDEX CONCURRENTLY IF EXISTS customer_nickname;
CREATE INDEX CONCURRENTLY customer_nickname ON customer (seller_id, livemode, nickname);
