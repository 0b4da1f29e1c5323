-- Each lane has limits of its own, so that a lane with much or slow work delays no other.
-- Nodes of older versions ignore the lane and insert tasks into the default one, which runs tasks of any kind.
ALTER TABLE processor_task ADD COLUMN lane text COLLATE "C" NOT NULL DEFAULT 'processor';
COMMENT ON TABLE processor_task IS 'Tasks of all features that are due at a time. Also what is to be undone elsewhere, unless the write that made it deletes the task in its own transaction.';
COMMENT ON COLUMN processor_task.lane IS 'The queue with limits of its own that runs the task.';
UPDATE processor_task SET lane = 'housekeeping' WHERE kind IN ('EXPIRE_OFFER', 'FOLLOW_DRAFT');

-- Replaces processor_task_due, which nodes of older versions still need.
CREATE INDEX processor_task_lane ON processor_task (seller_id, livemode, lane, due_at, id);
