-- Tickets of bookings whose prices contain the tax had a taxAmount of 0. Each gets its share of the booking's tax, by
-- revenue and largest remainder. Their revenue stays: it contains the tax already.
WITH taxed AS (
    SELECT seller_id, livemode, id, (convert_from(record, 'UTF8')::jsonb ->> 'taxAmount')::numeric AS tax
    FROM booking
    WHERE strpos(convert_from(record, 'UTF8'), '"inclusive":true') > 0
      AND convert_from(record, 'UTF8')::jsonb #>> '{taxRates,0,inclusive}' = 'true'
), sold AS (
    SELECT t.seller_id, t.livemode, t.id, t.booking_id, b.tax,
        (convert_from(t.record, 'UTF8')::jsonb ->> 'revenue')::numeric AS revenue,
        sum((convert_from(t.record, 'UTF8')::jsonb ->> 'revenue')::numeric) OVER booking AS amount,
        sum((convert_from(t.record, 'UTF8')::jsonb ->> 'taxAmount')::numeric) OVER booking AS known
    FROM taxed b JOIN ticket t ON (t.seller_id, t.livemode, t.booking_id) = (b.seller_id, b.livemode, b.id)
    WHERE b.tax > 0
    WINDOW booking AS (PARTITION BY t.seller_id, t.livemode, t.booking_id)
), ranked AS (
    SELECT seller_id, livemode, id, div(tax * revenue, amount) AS share,
        tax - sum(div(tax * revenue, amount)) OVER (PARTITION BY seller_id, livemode, booking_id) AS remaining,
        row_number() OVER (
            PARTITION BY seller_id, livemode, booking_id
            ORDER BY mod(tax * revenue, amount) DESC, id) AS place
    FROM sold
    WHERE known = 0 AND amount > 0
)
UPDATE ticket t
SET record = convert_to(
    regexp_replace(
        convert_from(t.record, 'UTF8'),
        '"taxAmount":0\y',
        '"taxAmount":' || r.share + CASE WHEN r.place <= r.remaining THEN 1 ELSE 0 END),
    'UTF8')
FROM ranked r
WHERE (t.seller_id, t.livemode, t.id) = (r.seller_id, r.livemode, r.id);
