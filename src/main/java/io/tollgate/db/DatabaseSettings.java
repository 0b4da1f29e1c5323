package io.tollgate.db;

/**
 * The connection settings, pool sizes and timeouts.
 *
 * @param url the URL of the database or of a pooler in front of it; empty for embedded Postgres
 * @param directUrl the URL of the database itself, for migrations and commands
 * @param statementTimeoutMillis the server-side limit, sent at connect; 0 sends none, for poolers that reject the
 * parameter
 * @param sellerSharePercent the share of the write pool, and of its queue, that one seller can use
 */
public record DatabaseSettings(
        String url,
        String directUrl,
        int listPool,
        int searchPool,
        int getPool,
        int transactionPool,
        int queueMax,
        int connectTimeoutMillis,
        int queryTimeoutMillis,
        int statementTimeoutMillis,
        int breakerFailures,
        int breakerResetMillis,
        int sellerSharePercent) {
    /** Creates settings without a limit per seller. */
    public DatabaseSettings(
            String url,
            int listPool,
            int searchPool,
            int getPool,
            int transactionPool,
            int queueMax,
            int connectTimeoutMillis,
            int queryTimeoutMillis,
            int statementTimeoutMillis,
            int breakerFailures,
            int breakerResetMillis) {
        this(
                url,
                url,
                listPool,
                searchPool,
                getPool,
                transactionPool,
                queueMax,
                connectTimeoutMillis,
                queryTimeoutMillis,
                statementTimeoutMillis,
                breakerFailures,
                breakerResetMillis,
                100);
    }

    public boolean embedded() {
        return url.isEmpty();
    }

    /** Returns these settings for another database, without a pooler. */
    public DatabaseSettings at(String other) {
        return new DatabaseSettings(
                other,
                other,
                listPool,
                searchPool,
                getPool,
                transactionPool,
                queueMax,
                connectTimeoutMillis,
                queryTimeoutMillis,
                statementTimeoutMillis,
                breakerFailures,
                breakerResetMillis,
                sellerSharePercent);
    }
}
