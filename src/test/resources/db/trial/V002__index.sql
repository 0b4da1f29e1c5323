CREATE INDEX CONCURRENTLY trial_id ON trial (id);
