-- Count the orders by invoice or on delivery of one buyer, or of one network address, in the last day: they hold stock
-- without a payment.
CREATE INDEX checkout_unpaid_email ON checkout (seller_id, livemode, email, created_at) WHERE status = 'UNPAID';
CREATE INDEX checkout_unpaid_address ON checkout (seller_id, livemode, client_ip, created_at) WHERE status = 'UNPAID';
