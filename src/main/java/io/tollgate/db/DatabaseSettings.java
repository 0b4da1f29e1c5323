package io.tollgate.db;

/**
 * How to reach the database and how long to wait for it.
 *
 * @param url of the database or of a pooler before it; empty for the embedded one
 * @param directUrl of the database itself, for migrations and commands
 * @param statementTimeoutMillis sent at connect as the server's own limit; 0 sends none, for
 *     poolers that take no such parameter
 * @param sellerSharePercent how much of the pool for writes, and of its queue, one seller can use
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
    /** Settings that leave each seller all connections. */
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

    /** The same on another database, without a pooler. */
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
