-- What a newer version would add to tables that are in use.
ALTER TABLE customer ADD COLUMN nickname text COLLATE "C";
ALTER TABLE customer_lookup ADD COLUMN nickname text COLLATE "C";
