-- Which master secrets the gateways of this database use, so that no command creates an API key that none of them accepts.

CREATE TABLE master_secret (
    id text COLLATE "C" PRIMARY KEY,
    first_used_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE master_secret IS 'Master secrets that a gateway of this database has used.';
COMMENT ON COLUMN master_secret.id IS 'Public id of the secret, as in api_key.pepper_id; reveals nothing of the secret.';

INSERT INTO master_secret (id) SELECT DISTINCT pepper_id FROM api_key WHERE pepper_id IS NOT NULL;
