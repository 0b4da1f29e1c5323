package io.tollgate.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.TestSeller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Schema rules that keep replicas, poolers and sharded Postgres possible, checked in the database's
 * own catalog.
 */
class SchemaRulesTest {
    /** Small tables that resolve a seller, also by way of a person; every other table belongs to a seller. */
    private static final String DIRECTORIES =
            "'seller', 'api_key', 'license_key_directory', 'master_secret', 'member_challenge', 'member_device',"
                    + " 'member_event', 'member_handle', 'member_link', 'member_passkey', 'member_recovery_code',"
                    + " 'member_session'";

    /** Tables that no request writes and that belong to no seller. */
    private static final String OTHERS = "'flyway_schema_history', 'event_relay'";

    /** The relay reads the changes of all sellers in the order of their transactions: see decision 68. */
    private static final String INDEX_OF_RELAY = "'reported_change_by_xid'";

    /** A person who signs in may be a member of several sellers: see decision 81. */
    private static final String INDEX_OF_PEOPLE = "'member_by_email'";

    private static final String TABLES = """
            FROM pg_class c
            WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
              AND c.relname NOT IN (%s)
            """;

    private static List<String> ask(String sql) {
        List<String> found = new ArrayList<>();
        TestSeller.rows(sql).forEach(row -> found.add(row.getString(0)));
        return found;
    }

    private static String sellerTables() {
        return TABLES.formatted(DIRECTORIES + ", " + OTHERS);
    }

    @Test
    void every_table_belongs_to_a_seller_or_is_a_known_directory() {
        assertThat(ask("SELECT c.relname::text " + sellerTables()
                        + " AND NOT EXISTS (SELECT FROM pg_attribute a"
                        + " WHERE a.attrelid = c.oid AND a.attname = 'seller_id')"))
                .isEmpty();
        assertThat(ask("SELECT c.relname::text " + sellerTables())).hasSizeGreaterThan(30);
    }

    @Test
    void keys_and_unique_indexes_begin_with_the_seller() {
        String first = """
                SELECT i.indexrelid::regclass::text FROM pg_index i
                JOIN pg_class c ON c.oid = i.indrelid
                LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
                WHERE (i.indisunique OR i.indisexclusion) AND a.attname IS DISTINCT FROM 'seller_id'
                  AND c.oid IN (SELECT c.oid %s)
                """.formatted(sellerTables());
        assertThat(ask(first)).isEmpty();
    }

    @Test
    void every_index_begins_with_the_seller() {
        assertThat(ask("""
                SELECT i.indexrelid::regclass::text FROM pg_index i
                LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
                WHERE a.attname IS DISTINCT FROM 'seller_id' AND i.indrelid IN (SELECT c.oid %s)
                  AND i.indexrelid NOT IN (%s::regclass, %s::regclass)
                """.formatted(sellerTables(), INDEX_OF_RELAY, INDEX_OF_PEOPLE)))
                .isEmpty();
    }

    @Test
    void references_between_tables_of_sellers_carry_seller_and_mode() {
        String pairs = """
                SELECT f.conname::text || ' ' || f.conrelid::regclass::text FROM pg_constraint f
                WHERE f.contype = 'f' AND f.conrelid IN (SELECT c.oid %1$s) AND f.confrelid IN (SELECT c.oid %1$s)
                  AND NOT (
                    EXISTS (SELECT FROM pg_attribute a WHERE a.attname = 'seller_id'
                            AND a.attrelid = f.conrelid AND a.attnum = f.conkey[1])
                    AND EXISTS (SELECT FROM pg_attribute a WHERE a.attname = 'seller_id'
                                AND a.attrelid = f.confrelid AND a.attnum = f.confkey[1]))
                """.formatted(sellerTables());
        assertThat(ask(pairs)).isEmpty();
        String modes = """
                SELECT f.conname::text FROM pg_constraint f
                JOIN pg_attribute m ON m.attrelid = f.conrelid AND m.attname = 'livemode'
                JOIN pg_attribute p ON p.attrelid = f.confrelid AND p.attname = 'livemode'
                WHERE f.contype = 'f'
                  AND NOT (f.conkey[2] = m.attnum AND f.confkey[2] = p.attnum)
                """;
        assertThat(ask(modes)).isEmpty();
    }

    @Test
    void every_seller_id_is_of_one_type_and_collation_and_never_null() {
        assertThat(ask("""
                SELECT c.relname::text %s AND EXISTS (
                    SELECT FROM pg_attribute a LEFT JOIN pg_collation l ON l.oid = a.attcollation
                    WHERE a.attrelid = c.oid AND a.attname = 'seller_id'
                      AND NOT (a.atttypid = 'text'::regtype AND l.collname = 'C' AND a.attnotnull))
                """.formatted(TABLES.formatted(OTHERS)))).isEmpty();
    }

    @Test
    void ids_and_cursors_compare_by_bytes() {
        assertThat(ask("""
                SELECT c.relname::text %s AND EXISTS (
                    SELECT FROM pg_attribute a LEFT JOIN pg_collation l ON l.oid = a.attcollation
                    WHERE a.attrelid = c.oid AND a.attname ~ '(^|_)id$' AND NOT a.attisdropped
                      AND NOT (a.atttypid = 'text'::regtype AND l.collname = 'C'))
                """.formatted(TABLES.formatted(OTHERS)))).isEmpty();
    }

    @Test
    void references_neither_clear_nor_default_what_refers() {
        assertThat(ask("SELECT conname::text FROM pg_constraint WHERE contype = 'f'"
                        + " AND NOT (confdeltype IN ('a', 'c') AND confupdtype = 'a' AND NOT condeferrable)"))
                .isEmpty();
    }

    @Test
    void nothing_outside_refers_to_tables_of_sellers() {
        assertThat(ask("""
                SELECT f.conname::text FROM pg_constraint f
                WHERE f.contype = 'f' AND f.confrelid IN (SELECT c.oid %1$s)
                  AND f.conrelid NOT IN (SELECT c.oid %1$s)
                """.formatted(sellerTables()))).isEmpty();
    }

    @Test
    void every_table_has_a_primary_key_and_is_logged() {
        assertThat(ask("SELECT c.relname::text " + TABLES.formatted("''")
                        + " AND (c.relpersistence <> 'p' OR NOT EXISTS"
                        + " (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary))"))
                .isEmpty();
    }

    @Test
    void numbers_that_the_database_gives_are_internal_and_large() {
        assertThat(ask("""
                SELECT a.attrelid::regclass::text || '.' || a.attname FROM pg_attribute a
                LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
                WHERE a.attrelid IN (SELECT c.oid %s) AND NOT a.attisdropped
                  AND (pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval%%'
                       OR (a.attidentity <> '' AND (a.atttypid <> 'bigint'::regtype OR a.attname = 'id')))
                """.formatted(TABLES.formatted(OTHERS)))).isEmpty();
    }

    /** The options of a partitioned table are those of its partitions. */
    @Test
    void records_lie_in_line_as_they_are() {
        assertThat(ask("""
                SELECT c.relname::text %s AND EXISTS (
                    SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'record'
                      AND (a.attstorage <> 'e' OR EXISTS (
                          SELECT FROM pg_partition_tree(c.oid) t JOIN pg_class p ON p.oid = t.relid
                          WHERE t.isleaf AND (p.reloptions IS NULL
                              OR NOT p.reloptions::text LIKE '%%toast_tuple_target=8160%%'))))
                """.formatted(sellerTables()))).isEmpty();
    }

    /** Storage options cannot be changed on a distributed table with rows, so CREATE TABLE must set them. */
    @Test
    void storage_is_set_where_the_table_is_made() throws IOException {
        try (var files = Files.list(Path.of("src/main/resources/db/migration"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".sql")).toList()) {
                String sql = Files.readString(file);
                java.util.regex.Matcher alter = java.util.regex.Pattern.compile(
                                "ALTER TABLE (\\w+) ALTER COLUMN \\w+ SET (?:STORAGE|STATISTICS)")
                        .matcher(sql);
                while (alter.find()) {
                    assertThat(sql)
                            .as("%s in %s", alter.group(), file)
                            .contains("CREATE TABLE " + alter.group(1) + " (");
                }
                assertThat(sql).doesNotContainIgnoringCase("set_config").doesNotContainIgnoringCase("UNLOGGED");
            }
        }
    }

    @Test
    void there_are_no_triggers_and_no_rules() {
        assertThat(ask("SELECT tgname::text FROM pg_trigger WHERE NOT tgisinternal"))
                .isEmpty();
        assertThat(ask("SELECT rulename::text FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class"
                        + " WHERE c.relnamespace = 'public'::regnamespace"))
                .isEmpty();
    }

    @Test
    void every_table_of_sellers_is_behind_row_level_security_with_the_guarded_setting() {
        assertThat(ask("SELECT c.relname::text " + sellerTables() + " AND NOT c.relrowsecurity"))
                .isEmpty();
        assertThat(ask("""
                SELECT c.relname::text %s AND NOT EXISTS (
                    SELECT FROM pg_policy p WHERE p.polrelid = c.oid
                      AND pg_get_expr(p.polqual, c.oid)
                          LIKE '%%seller_id = NULLIF(current_setting(''app.seller''%%'
                      AND pg_get_expr(p.polwithcheck, c.oid)
                          LIKE '%%seller_id = NULLIF(current_setting(''app.seller''%%')
                """.formatted(sellerTables()))).isEmpty();
        assertThat(ask("SELECT rolname::text FROM pg_roles WHERE rolname = 'tollgate_writer'"
                        + " AND (rolbypassrls OR rolsuper OR rolcanlogin)"))
                .isEmpty();
    }

    @Test
    void every_table_says_what_it_holds() {
        assertThat(ask("SELECT c.relname::text " + TABLES.formatted(OTHERS)
                        + " AND obj_description(c.oid, 'pg_class') IS NULL"))
                .isEmpty();
    }
}
