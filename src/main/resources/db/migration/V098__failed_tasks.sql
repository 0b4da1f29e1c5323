-- A task that fails for days is not tried for ever: it waits for an operator.

ALTER TABLE processor_task ADD COLUMN failing_since timestamptz;
ALTER TABLE processor_task ADD COLUMN failed_at timestamptz;
ALTER TABLE processor_task ADD COLUMN last_error text;
ALTER TABLE processor_task ADD CHECK (failed_at IS NULL OR (failing_since IS NOT NULL AND due_at = 'infinity'));
CREATE INDEX processor_task_failed ON processor_task (seller_id, livemode, id) WHERE failed_at IS NOT NULL;
COMMENT ON COLUMN processor_task.failing_since IS 'When the first of the failed attempts was made since which none has succeeded; null after a success.';
COMMENT ON COLUMN processor_task.failed_at IS 'When the task was given up; it is not due any more until an operator retries it.';
COMMENT ON COLUMN processor_task.last_error IS 'Why the last attempt failed; null after a success.';
