-- Messages find the order bumps of a payment or booking in its checkout.
CREATE INDEX checkout_charge ON checkout (seller_id, livemode, charge_id) WHERE charge_id IS NOT NULL;
