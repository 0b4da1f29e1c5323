-- Finds the refunds and disputes that were reported before their payment was recorded.

CREATE INDEX processor_event_refund ON processor_event (seller_id, livemode, payment_id)
    WHERE payment_id IS NOT NULL AND type IN ('charge.refunded', 'refund.created', 'refund.updated', 'refund.failed',
        'charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed', 'charge.dispute.funds_withdrawn',
        'charge.dispute.funds_reinstated');
