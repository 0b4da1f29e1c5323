-- Orders that were paid after they had expired, and whose stock could not be claimed again.

ALTER TABLE checkout DROP CONSTRAINT checkout_status_check;
ALTER TABLE checkout ADD CONSTRAINT checkout_status_check
    CHECK (status IN ('OPEN', 'PENDING', 'UNPAID', 'PAID', 'EXPIRED', 'REFUNDED'));
ALTER TABLE checkout DROP CONSTRAINT checkout_check;
ALTER TABLE checkout ADD CONSTRAINT checkout_charge
    CHECK ((charge_id IS NOT NULL) = (status IN ('UNPAID', 'PAID', 'REFUNDED')));
