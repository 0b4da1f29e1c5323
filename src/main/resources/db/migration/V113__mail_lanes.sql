-- A login link does not wait behind other messages. Nodes of older versions ignore the lane and insert into the default
-- one, which delivers messages of any purpose.
ALTER TABLE mail_message ADD COLUMN lane text COLLATE "C" NOT NULL DEFAULT 'mail';
COMMENT ON COLUMN mail_message.lane IS 'The queue with limits of its own that delivers the message.';
UPDATE mail_message SET lane = 'mail-urgent' WHERE purpose = 'PORTAL_LINK' AND state = 'PENDING';

-- Replace mail_message_due and mail_message_unaddressed, which nodes of older versions still need.
CREATE INDEX mail_message_lane ON mail_message (seller_id, livemode, lane, due_at, id) WHERE state = 'PENDING';
CREATE INDEX mail_message_lane_unaddressed ON mail_message (seller_id, livemode, lane, due_at, id)
    WHERE state = 'PENDING' AND recipient = '';
