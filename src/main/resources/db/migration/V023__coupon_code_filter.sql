-- Coupons are listed by their code. The unique index of codes leaves out deleted coupons, which are listed too.
CREATE INDEX coupon_code_filter ON coupon (seller_id, code, id);
