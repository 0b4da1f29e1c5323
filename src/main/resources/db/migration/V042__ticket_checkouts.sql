-- Orders of tickets, and orders of which a first part is paid.

ALTER TABLE checkout ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'PRODUCT';
ALTER TABLE checkout ADD COLUMN deposit bigint;
ALTER TABLE checkout ADD CONSTRAINT checkout_kind_check CHECK (kind IN ('PRODUCT', 'TICKETS'));
ALTER TABLE checkout ADD CONSTRAINT checkout_deposit_check CHECK (deposit > 0 AND deposit < amount);
ALTER TABLE checkout DROP CONSTRAINT checkout_status_check;
ALTER TABLE checkout ADD CONSTRAINT checkout_status_check
    CHECK (status IN ('OPEN', 'PENDING', 'UNPAID', 'PARTIALLY_PAID', 'PAID', 'EXPIRED', 'REFUNDED'));
ALTER TABLE checkout DROP CONSTRAINT checkout_charge;
ALTER TABLE checkout ADD CONSTRAINT checkout_charge
    CHECK ((charge_id IS NOT NULL) = (status IN ('UNPAID', 'PARTIALLY_PAID', 'PAID', 'REFUNDED')));
ALTER TABLE checkout ADD CONSTRAINT checkout_part_check CHECK (status <> 'PARTIALLY_PAID' OR deposit IS NOT NULL);
COMMENT ON COLUMN checkout.kind IS 'What is ordered: the product of a checkout page, or tickets of an event.';
COMMENT ON COLUMN checkout.deposit IS 'First part that the card is charged, in the currency''s smallest unit. Null if the total is paid at once.';
COMMENT ON COLUMN checkout.charge_id IS 'Id of the payment or booking that the order became.';
COMMENT ON COLUMN checkout.order_id IS 'Order number of that payment or booking.';
COMMENT ON COLUMN checkout.claims IS 'The stock, places and coupon uses that the order took: kind, id of the owner, quantity.';

-- Finds open orders of an event whose currency is about to change.
CREATE INDEX checkout_open_page ON checkout (seller_id, livemode, page_id) WHERE status IN ('OPEN', 'PENDING');

-- An open order holds a registration, which is assigned to its booking when the order is complete.
GRANT UPDATE ON registration TO tollgate_writer;
CREATE INDEX registration_booking ON registration (seller_id, livemode, booking_id);
COMMENT ON COLUMN registration.booking_id IS 'The booking that registered the guest, or the open order of a hosted page that holds the registration.';
