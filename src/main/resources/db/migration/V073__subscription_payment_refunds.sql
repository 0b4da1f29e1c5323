-- Refunds of subscription payments.

ALTER TABLE refund DROP CONSTRAINT refund_charge_type_check;
ALTER TABLE refund ADD CONSTRAINT refund_charge_type_check
    CHECK (charge_type IN ('payment', 'booking', 'subscription_payment'));
COMMENT ON COLUMN refund.charge_id IS 'Id of the payment, booking or subscription payment.';
COMMENT ON COLUMN refund_balance.charge_id IS 'Id of the payment, booking or subscription payment.';
COMMENT ON COLUMN dispute.charge_id IS 'Id of the payment, booking or subscription payment.';

ALTER TABLE subscription_invoice ADD COLUMN payment_intent_id text COLLATE "C";
UPDATE subscription_invoice i
SET payment_intent_id = convert_from(p.record, 'UTF8')::jsonb ->> 'processorPaymentIntentId'
FROM subscription_payment p
WHERE (p.seller_id, p.livemode, p.id) = (i.seller_id, i.livemode, i.payment_id);
CREATE INDEX subscription_invoice_payment_intent ON subscription_invoice (seller_id, livemode, payment_intent_id)
    WHERE payment_intent_id IS NOT NULL;
COMMENT ON COLUMN subscription_invoice.payment_intent_id IS 'Id of the payment at the processor, by which its refunds and disputes are found; null before there is one.';
