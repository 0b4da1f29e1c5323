-- A node that works on a task holds a claim: others see that it is being worked on, and a node that has lost its claim
-- changes nothing. The number of attempts cannot serve as a claim, because it starts again when a task is replaced.
ALTER TABLE processor_task
    ADD COLUMN claim_number bigint NOT NULL DEFAULT 0,
    ADD COLUMN claimed_until timestamptz;
COMMENT ON COLUMN processor_task.claim_number IS 'Grows with each claim and each replacement. The node that works on the task ends it only while the number is that of its claim.';
COMMENT ON COLUMN processor_task.claimed_until IS 'Real time at which the claim of the node that works on the task ends; null if none does.';

-- A move of the clock that ends early is continued, also if the clock has passed its target meanwhile.
ALTER TABLE test_clock ADD COLUMN target timestamptz;
COMMENT ON COLUMN test_clock.target IS 'Time to which the running move goes, or the last one if it was not complete; null otherwise.';

COMMENT ON COLUMN simulated_event.last_status IS 'HTTP status of the last response; 0 if there was none; null before the first attempt and while one runs.';
