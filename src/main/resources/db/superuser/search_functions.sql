-- Makes searches faster; a superuser runs it in Tollgate's database, once: psql -f search_functions.sql
--
-- The functions of the server for bytes, for texts. In memory both are the same, and in UTF-8 a text is
-- found among bytes where it is found among characters, and nowhere else. They take the place of the
-- functions of the same names in Tollgate's schema, because Postgres looks into pg_catalog first; and
-- what lies there is in no dump, so that a dump can still be read in by who is no superuser.

CREATE OR REPLACE FUNCTION pg_catalog.tollgate_like(text, text) RETURNS boolean
    LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE AS 'bytealike';

CREATE OR REPLACE FUNCTION pg_catalog.tollgate_position(text, text) RETURNS integer
    LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE AS 'byteapos';
