-- Products that each customer can buy only once. The index decides between two orders that are placed at the same time.

ALTER TABLE checkout ADD COLUMN once_product_id text COLLATE "C";
CREATE UNIQUE INDEX checkout_once ON checkout (seller_id, livemode, once_product_id, email)
    WHERE once_product_id IS NOT NULL AND status <> 'EXPIRED';

COMMENT ON COLUMN checkout.once_product_id IS 'The product, if each customer can buy it only once; otherwise null.';
