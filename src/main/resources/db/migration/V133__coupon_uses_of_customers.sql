-- How often each customer has used a coupon. The owner is the id of the coupon with a digest of the customer's e-mail
-- address, in which tags and dots are removed, so that the table holds no addresses. Its capacity is the limit of the
-- coupon at the last use.
ALTER TABLE capacity DROP CONSTRAINT capacity_kind_check;
ALTER TABLE capacity ADD CONSTRAINT capacity_kind_check CHECK (kind IN
    ('event', 'ticket_group', 'ticket_type', 'coupon', 'coupon_customer', 'product', 'variant_option'));
