-- Finds what belongs to the timeline of an order or a subscription: events of the processor, and payments that were
-- canceled, such as those replaced by another one. Those that were not have payment_attempt_of_checkout.

CREATE INDEX processor_event_checkout ON processor_event (seller_id, livemode, checkout_id)
    WHERE checkout_id IS NOT NULL;
CREATE INDEX processor_event_subscription ON processor_event (seller_id, livemode, subscription_id)
    WHERE subscription_id IS NOT NULL;
CREATE INDEX payment_attempt_canceled ON payment_attempt (seller_id, livemode, checkout_id)
    WHERE status = 'CANCELED';
