ALTER TABLE customer DROP COLUMN nickname;
