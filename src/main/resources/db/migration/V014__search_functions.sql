-- What a search asks of the text of a row. Tollgate calls both by these names, without a schema. A
-- superuser may put functions of the same names into pg_catalog, where Postgres looks first: those of
-- the server for bytes, which find the same and are faster, as they need not know where characters
-- begin. The embedded Postgres has them: see db/superuser. These here are put in place of the call by
-- the planner, and cost nothing.

-- Whether a text is like a pattern.
CREATE FUNCTION tollgate_like(text, text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT textlike($1, $2)';

-- Where a text begins in another one, from 1; 0 where it is not in it.
CREATE FUNCTION tollgate_position(text, text) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT strpos($1, $2)';
