-- The page of an expired order says why it ended: canceled or replaced by its buyer, or not paid in time.
ALTER TABLE checkout ADD COLUMN ended_by_buyer boolean NOT NULL DEFAULT FALSE;
COMMENT ON COLUMN checkout.ended_by_buyer IS 'Whether the buyer has canceled or replaced the order before its hold ended.';
ALTER TABLE checkout ADD COLUMN replaced_by text COLLATE "C";
COMMENT ON COLUMN checkout.replaced_by IS 'Id of the order that has taken over what this one held; null without one.';
