package io.tollgate.bench;

import io.tollgate.platform.resource.Scope;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What a plain implementation would keep beside the records: JSON that its driver can read, and keys. */
final class PeerTables {
    /** The newest records; the peers list and get no others. */
    private static final int RECORDS = 50_000;

    private PeerTables() {}

    static void make(BenchDatabase database, Scope scope, String key) {
        database.execute("CREATE TABLE IF NOT EXISTS bench_record (seller_id text COLLATE \"C\", livemode boolean,"
                + " id text COLLATE \"C\", record json, PRIMARY KEY (seller_id, livemode, id))"
                + " WITH (toast_tuple_target = 8160)");
        // In the row and not compressed, as the gateway's own records: four times as fast as jsonb.
        database.execute("ALTER TABLE bench_record ALTER COLUMN record SET STORAGE EXTERNAL");
        database.execute("TRUNCATE bench_record");
        database.execute("INSERT INTO bench_record SELECT seller_id, livemode, id, convert_from(record, 'UTF8')::json"
                + " FROM payment WHERE seller_id = '" + scope.sellerId() + "' AND livemode ORDER BY id DESC LIMIT "
                + RECORDS);
        database.execute("VACUUM ANALYZE bench_record");
        database.execute("CREATE TABLE IF NOT EXISTS bench_key (key_hash text PRIMARY KEY, seller_id text, "
                + "livemode boolean)");
        database.execute("TRUNCATE bench_key");
        database.execute("INSERT INTO bench_key VALUES ('" + sha256(key) + "', '" + scope.sellerId() + "', true)");
    }

    private static String sha256(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
