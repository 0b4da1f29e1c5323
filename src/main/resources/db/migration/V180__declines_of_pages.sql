-- Counts the declined cards of a page, as those of a buyer are counted.
CREATE INDEX checkout_declined_page ON checkout (seller_id, livemode, page_id, created_at) WHERE declines > 0;

-- Finds the order of a card that could not be saved: the event names only the setup, with whose id its secret begins.
CREATE INDEX payment_attempt_setup ON payment_attempt (seller_id, livemode, split_part(client_secret, '_secret_', 1))
    WHERE client_secret LIKE 'seti\_%';
