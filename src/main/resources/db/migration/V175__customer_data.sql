-- The export of a customer finds the messages to its address, and the files of its submissions, without reading those
-- of all customers.
CREATE INDEX mail_message_recipient ON mail_message (seller_id, livemode, recipient, id);
CREATE INDEX submission_file_submission ON submission_file (seller_id, submission_id);
