package io.tollgate.tools.transfer;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/**
 * What an archive of a seller contains.
 *
 * @param format of the archive
 * @param schema version of the database schema
 * @param secrets ids of the master secrets under which the archive's secrets are encrypted, newest first
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record SellerManifest(
        int format,
        String schema,
        String sellerId,
        String sellerName,
        String exportedAt,
        List<String> secrets,
        List<Rows> tables,
        List<Bytes> files) {
    static final int FORMAT = 1;

    /** The name of the manifest in the archive. */
    static final String NAME = "manifest.json";

    /**
     * The rows of a table.
     *
     * @param sha256 of the rows as COPY sends them
     */
    record Rows(String table, List<String> columns, long rows, String sha256) {
        String entry() {
            return "tables/" + table + ".copy";
        }
    }

    /** The bytes of a file. */
    record Bytes(String id, long bytes, String sha256) {
        String entry() {
            return "files/" + id;
        }
    }

    long rows() {
        return tables.stream().mapToLong(Rows::rows).sum();
    }
}
