-- A late payment that was refunded is no purchase: its buyer can buy the product again.
DROP INDEX checkout_once;
CREATE UNIQUE INDEX checkout_once ON checkout (seller_id, livemode, once_product_id, email)
    WHERE once_product_id IS NOT NULL AND status NOT IN ('EXPIRED', 'REFUNDED');
