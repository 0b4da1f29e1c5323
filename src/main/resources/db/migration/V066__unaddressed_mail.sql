-- Without a mail server, addressed messages stay pending. Those without an address are looked for each second.
CREATE INDEX mail_message_unaddressed ON mail_message (seller_id, livemode, due_at, id)
    WHERE state = 'PENDING' AND recipient = '';
