-- Records of what happened. Each is rendered once, when it is written; lists copy its bytes. The
-- typed columns are projected from the record by its definition, and nothing else writes them.
-- Ids begin with the second of created_at, so a bound on the time is a bound on the id.


CREATE TABLE customer (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    id text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    created_at timestamptz NOT NULL,
    email text COLLATE "C" NOT NULL,
    record bytea NOT NULL,
    PRIMARY KEY (seller_id, livemode, id),
    CHECK (left(id, 8) = lpad(to_hex(floor(extract(epoch FROM created_at))::bigint), 8, '0'))
) WITH (toast_tuple_target = 8160);
ALTER TABLE customer ALTER COLUMN record SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX customer_email ON customer (seller_id, livemode, email);
COMMENT ON TABLE customer IS 'Customers: one for each e-mail address, seller and mode.';
COMMENT ON COLUMN customer.record IS 'The finished JSON, UTF-8, as the interface shows it.';

CREATE TABLE payment (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    id text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    created_at timestamptz NOT NULL,
    status text COLLATE "C" NOT NULL,
    order_status text COLLATE "C" NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    product_id text COLLATE "C",
    abandonment_status text COLLATE "C",
    coupon_code text COLLATE "C",
    customer_id text COLLATE "C",
    order_id text COLLATE "C" NOT NULL,
    amount bigint NOT NULL CHECK (amount >= 0),
    amount_paid bigint NOT NULL CHECK (amount_paid >= 0),
    amount_refunded bigint NOT NULL,
    record bytea NOT NULL,
    PRIMARY KEY (seller_id, livemode, id),
    CHECK (left(id, 8) = lpad(to_hex(floor(extract(epoch FROM created_at))::bigint), 8, '0')),
    CONSTRAINT payment_refund_within_paid CHECK (amount_refunded BETWEEN 0 AND amount_paid)
) WITH (toast_tuple_target = 8160);
ALTER TABLE payment ALTER COLUMN record SET STORAGE EXTERNAL;
CREATE INDEX payment_status ON payment (seller_id, livemode, status, id);
CREATE INDEX payment_order_status ON payment (seller_id, livemode, order_status, id);
CREATE INDEX payment_page_id ON payment (seller_id, livemode, page_id, id);
CREATE INDEX payment_product_id ON payment (seller_id, livemode, product_id, id);
CREATE INDEX payment_abandonment_status ON payment (seller_id, livemode, abandonment_status, id) WHERE abandonment_status IS NOT NULL;
CREATE INDEX payment_coupon_code ON payment (seller_id, livemode, coupon_code, id) WHERE coupon_code IS NOT NULL;
CREATE INDEX payment_customer_id ON payment (seller_id, livemode, customer_id, id);
CREATE UNIQUE INDEX payment_order_id ON payment (seller_id, livemode, order_id);
COMMENT ON TABLE payment IS 'Purchases on checkout pages that are not subscriptions.';
COMMENT ON COLUMN payment.record IS 'The finished JSON, UTF-8, as the interface shows it.';

CREATE TABLE booking (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    id text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    created_at timestamptz NOT NULL,
    status text COLLATE "C" NOT NULL,
    order_status text COLLATE "C" NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    abandonment_status text COLLATE "C",
    is_complimentary boolean NOT NULL,
    coupon_code text COLLATE "C",
    customer_id text COLLATE "C",
    order_id text COLLATE "C" NOT NULL,
    amount bigint NOT NULL CHECK (amount >= 0),
    amount_paid bigint NOT NULL CHECK (amount_paid >= 0),
    amount_refunded bigint NOT NULL,
    record bytea NOT NULL,
    PRIMARY KEY (seller_id, livemode, id),
    CHECK (left(id, 8) = lpad(to_hex(floor(extract(epoch FROM created_at))::bigint), 8, '0')),
    CONSTRAINT booking_refund_within_paid CHECK (amount_refunded BETWEEN 0 AND amount_paid)
) WITH (toast_tuple_target = 8160);
ALTER TABLE booking ALTER COLUMN record SET STORAGE EXTERNAL;
CREATE INDEX booking_status ON booking (seller_id, livemode, status, id);
CREATE INDEX booking_order_status ON booking (seller_id, livemode, order_status, id);
CREATE INDEX booking_page_id ON booking (seller_id, livemode, page_id, id);
CREATE INDEX booking_abandonment_status ON booking (seller_id, livemode, abandonment_status, id) WHERE abandonment_status IS NOT NULL;
CREATE INDEX booking_is_complimentary ON booking (seller_id, livemode, is_complimentary, id);
CREATE INDEX booking_coupon_code ON booking (seller_id, livemode, coupon_code, id) WHERE coupon_code IS NOT NULL;
CREATE INDEX booking_customer_id ON booking (seller_id, livemode, customer_id, id);
CREATE UNIQUE INDEX booking_order_id ON booking (seller_id, livemode, order_id);
COMMENT ON TABLE booking IS 'Orders of events.';
COMMENT ON COLUMN booking.record IS 'The finished JSON, UTF-8, as the interface shows it.';

CREATE TABLE ticket (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    id text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    created_at timestamptz NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    ticket_type_id text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    check_in_status text COLLATE "C" NOT NULL,
    booking_id text COLLATE "C" NOT NULL,
    order_id text COLLATE "C" NOT NULL,
    customer_id text COLLATE "C",
    ticket_short_id text COLLATE "C" NOT NULL,
    check_in_code text COLLATE "C" NOT NULL,
    record bytea NOT NULL,
    PRIMARY KEY (seller_id, livemode, id),
    CHECK (left(id, 8) = lpad(to_hex(floor(extract(epoch FROM created_at))::bigint), 8, '0')),
    FOREIGN KEY (seller_id, livemode, booking_id) REFERENCES booking (seller_id, livemode, id)
) WITH (toast_tuple_target = 8160);
ALTER TABLE ticket ALTER COLUMN record SET STORAGE EXTERNAL;
CREATE INDEX ticket_page_id ON ticket (seller_id, livemode, page_id, id);
CREATE INDEX ticket_ticket_type_id ON ticket (seller_id, livemode, ticket_type_id, id);
CREATE INDEX ticket_status ON ticket (seller_id, livemode, status, id);
CREATE INDEX ticket_check_in_status ON ticket (seller_id, livemode, check_in_status, id);
CREATE INDEX ticket_booking_id ON ticket (seller_id, livemode, booking_id, id);
CREATE INDEX ticket_order_id ON ticket (seller_id, livemode, order_id, id);
CREATE INDEX ticket_customer_id ON ticket (seller_id, livemode, customer_id, id);
CREATE UNIQUE INDEX ticket_short_id ON ticket (seller_id, ticket_short_id);
CREATE UNIQUE INDEX ticket_check_in_code ON ticket (seller_id, check_in_code);
COMMENT ON TABLE ticket IS 'Tickets: one for each attendee of a booking.';
COMMENT ON COLUMN ticket.record IS 'The finished JSON, UTF-8, as the interface shows it.';

CREATE TABLE subscription (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    id text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    created_at timestamptz NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    abandonment_status text COLLATE "C",
    customer_id text COLLATE "C",
    order_id text COLLATE "C" NOT NULL,
    record bytea NOT NULL,
    PRIMARY KEY (seller_id, livemode, id),
    CHECK (left(id, 8) = lpad(to_hex(floor(extract(epoch FROM created_at))::bigint), 8, '0'))
) WITH (toast_tuple_target = 8160);
ALTER TABLE subscription ALTER COLUMN record SET STORAGE EXTERNAL;
CREATE INDEX subscription_page_id ON subscription (seller_id, livemode, page_id, id);
CREATE INDEX subscription_status ON subscription (seller_id, livemode, status, id);
CREATE INDEX subscription_abandonment_status ON subscription (seller_id, livemode, abandonment_status, id) WHERE abandonment_status IS NOT NULL;
CREATE INDEX subscription_customer_id ON subscription (seller_id, livemode, customer_id, id);
CREATE UNIQUE INDEX subscription_order_id ON subscription (seller_id, livemode, order_id);
COMMENT ON TABLE subscription IS 'Purchases that are charged again.';
COMMENT ON COLUMN subscription.record IS 'The finished JSON, UTF-8, as the interface shows it.';

CREATE TABLE subscription_payment (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    id text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    created_at timestamptz NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    payment_status text COLLATE "C" NOT NULL,
    paid boolean NOT NULL,
    refunded boolean NOT NULL,
    billing_reason text COLLATE "C" NOT NULL,
    subscription_id text COLLATE "C" NOT NULL,
    customer_id text COLLATE "C",
    record bytea NOT NULL,
    PRIMARY KEY (seller_id, livemode, id),
    CHECK (left(id, 8) = lpad(to_hex(floor(extract(epoch FROM created_at))::bigint), 8, '0')),
    FOREIGN KEY (seller_id, livemode, subscription_id) REFERENCES subscription (seller_id, livemode, id)
) WITH (toast_tuple_target = 8160);
ALTER TABLE subscription_payment ALTER COLUMN record SET STORAGE EXTERNAL;
CREATE INDEX subscription_payment_page_id ON subscription_payment (seller_id, livemode, page_id, id);
CREATE INDEX subscription_payment_payment_status ON subscription_payment (seller_id, livemode, payment_status, id);
CREATE INDEX subscription_payment_paid ON subscription_payment (seller_id, livemode, paid, id);
CREATE INDEX subscription_payment_refunded ON subscription_payment (seller_id, livemode, refunded, id);
CREATE INDEX subscription_payment_billing_reason ON subscription_payment (seller_id, livemode, billing_reason, id);
CREATE INDEX subscription_payment_subscription_id ON subscription_payment (seller_id, livemode, subscription_id, id);
CREATE INDEX subscription_payment_customer_id ON subscription_payment (seller_id, livemode, customer_id, id);
COMMENT ON TABLE subscription_payment IS 'Charges of subscriptions.';
COMMENT ON COLUMN subscription_payment.record IS 'The finished JSON, UTF-8, as the interface shows it.';

CREATE TABLE invoice (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    id text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    created_at timestamptz NOT NULL,
    status text COLLATE "C" NOT NULL,
    customer_id text COLLATE "C",
    charge_id text COLLATE "C" NOT NULL,
    po_number text COLLATE "C",
    invoice_number text COLLATE "C",
    record bytea NOT NULL,
    PRIMARY KEY (seller_id, livemode, id),
    CHECK (left(id, 8) = lpad(to_hex(floor(extract(epoch FROM created_at))::bigint), 8, '0'))
) WITH (toast_tuple_target = 8160);
ALTER TABLE invoice ALTER COLUMN record SET STORAGE EXTERNAL;
CREATE INDEX invoice_status ON invoice (seller_id, livemode, status, id);
CREATE INDEX invoice_customer_id ON invoice (seller_id, livemode, customer_id, id);
CREATE INDEX invoice_charge_id ON invoice (seller_id, livemode, charge_id, id);
CREATE INDEX invoice_po_number ON invoice (seller_id, livemode, po_number, id) WHERE po_number IS NOT NULL;
CREATE UNIQUE INDEX invoice_number ON invoice (seller_id, livemode, invoice_number) WHERE invoice_number IS NOT NULL;
COMMENT ON TABLE invoice IS 'Invoices of payments and bookings.';
COMMENT ON COLUMN invoice.record IS 'The finished JSON, UTF-8, as the interface shows it.';

CREATE TABLE submission (
    seller_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    id text COLLATE "C" NOT NULL CHECK (id ~ '^[0-9a-f]{24}$'),
    created_at timestamptz NOT NULL,
    page_id text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    customer_id text COLLATE "C",
    record bytea NOT NULL,
    PRIMARY KEY (seller_id, livemode, id),
    CHECK (left(id, 8) = lpad(to_hex(floor(extract(epoch FROM created_at))::bigint), 8, '0'))
) WITH (toast_tuple_target = 8160);
ALTER TABLE submission ALTER COLUMN record SET STORAGE EXTERNAL;
CREATE INDEX submission_page_id ON submission (seller_id, livemode, page_id, id);
CREATE INDEX submission_status ON submission (seller_id, livemode, status, id);
CREATE INDEX submission_customer_id ON submission (seller_id, livemode, customer_id, id);
COMMENT ON TABLE submission IS 'What was sent through forms.';
COMMENT ON COLUMN submission.record IS 'The finished JSON, UTF-8, as the interface shows it.';
