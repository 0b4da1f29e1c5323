-- The browser that has placed an order continues, replaces or cancels it. Null for accepted offers and older orders.
ALTER TABLE checkout ADD COLUMN owner text COLLATE "C";
COMMENT ON COLUMN checkout.owner IS 'The visit of the browser that has placed the order; null for accepted offers.';

-- Orders that replace each other hold their stock together, so the first of them bounds how long.
ALTER TABLE checkout ADD COLUMN held_since timestamptz;
COMMENT ON COLUMN checkout.held_since IS 'When the first of the orders that replaced each other was placed; null for created_at.';

-- An order that is edited or ordered again shows the page as its buyer had filled it in.
ALTER TABLE checkout ADD COLUMN inputs text;
COMMENT ON COLUMN checkout.inputs IS 'The inputs of the page as JSON; null once the order is complete.';

-- Finds the open orders of a browser. Few orders are open at a time.
CREATE INDEX checkout_open_owner ON checkout (seller_id, livemode, owner) WHERE status IN ('OPEN', 'PENDING');
