-- Tasks may lie for months now: ends of subscriptions wait here until they have come.

-- Serves the search for what is due, which needs nothing of the table itself.
CREATE INDEX processor_task_due ON processor_task (seller_id, livemode, due_at, id);

-- Ends that were asked for before they were noted. What a record says is read once, here.
INSERT INTO processor_task (seller_id, livemode, id, kind, subject_id, argument, due_at, created_at)
SELECT seller_id, livemode, id, 'END_SUBSCRIPTION', id, '{}',
       coalesce((record ->> 'cancelAt')::timestamptz, (record ->> 'currentPeriodEnd')::timestamptz, now()), now()
FROM (
    SELECT seller_id, livemode, id, convert_from(record, 'UTF8')::jsonb AS record FROM subscription
    WHERE status NOT IN ('canceled', 'completed', 'incomplete_expired', 'failed')
) AS subscription
WHERE record ->> 'cancelAt' IS NOT NULL OR record ->> 'cancelAtPeriodEnd' = 'true';
