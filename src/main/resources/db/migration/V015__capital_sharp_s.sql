-- The capital ẞ was folded to ß, and ß itself to ss, so that neither found the other. Now both are ss. Of folded texts,
-- only those of a capital one hold a ß.
UPDATE page SET search_text = replace(search_text, 'ß', 'ss') WHERE strpos(search_text, 'ß') > 0;
UPDATE product SET search_text = replace(search_text, 'ß', 'ss') WHERE strpos(search_text, 'ß') > 0;
UPDATE coupon SET search_text = replace(search_text, 'ß', 'ss') WHERE strpos(search_text, 'ß') > 0;
UPDATE file SET search_text = replace(search_text, 'ß', 'ss') WHERE strpos(search_text, 'ß') > 0;
UPDATE customer_lookup SET search_text = replace(search_text, 'ß', 'ss') WHERE strpos(search_text, 'ß') > 0;
UPDATE payment_lookup SET search_text = replace(search_text, 'ß', 'ss') WHERE strpos(search_text, 'ß') > 0;
UPDATE booking_lookup SET search_text = replace(search_text, 'ß', 'ss') WHERE strpos(search_text, 'ß') > 0;
UPDATE subscription_lookup SET search_text = replace(search_text, 'ß', 'ss') WHERE strpos(search_text, 'ß') > 0;
UPDATE submission_lookup SET search_text = replace(search_text, 'ß', 'ss') WHERE strpos(search_text, 'ß') > 0;
UPDATE ticket_lookup SET
    search_text = replace(search_text, 'ß', 'ss'),
    attendee_name = replace(attendee_name, 'ß', 'ss'),
    attendee_email = replace(attendee_email, 'ß', 'ss')
WHERE strpos(search_text, 'ß') > 0;
UPDATE invoice_lookup SET
    search_text = replace(search_text, 'ß', 'ss'),
    customer_name = replace(customer_name, 'ß', 'ss'),
    customer_email = replace(customer_email, 'ß', 'ss'),
    product_title = replace(product_title, 'ß', 'ss')
WHERE strpos(search_text, 'ß') > 0;
