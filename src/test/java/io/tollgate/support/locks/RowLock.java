package io.tollgate.support.locks;

/**
 * A lock that a statement takes.
 *
 * @param table or, of an advisory lock, what it protects
 * @param row the row's id; empty if the statement does not name one
 */
record RowLock(String table, Mode mode, String row, String sql) {

    /** The lock modes of rows, weakest first. */
    enum Mode {
        /** Inserts a row. Only waits for transactions that insert or delete a row with the same unique key. */
        INSERT,
        KEY_SHARE,
        SHARE,
        NO_KEY_UPDATE,
        UPDATE,
        /** An exclusive advisory lock. */
        ADVISORY,
        /** A shared advisory lock. */
        ADVISORY_SHARED;

        /** Whether a transaction that wants this mode waits for one that holds another. */
        boolean waitsFor(Mode held) {
            return switch (this) {
                case INSERT -> held == INSERT || held == UPDATE;
                case KEY_SHARE -> held == UPDATE;
                case SHARE -> held == NO_KEY_UPDATE || held == UPDATE;
                case NO_KEY_UPDATE -> held == SHARE || held == NO_KEY_UPDATE || held == UPDATE;
                case UPDATE -> held != INSERT;
                case ADVISORY -> true;
                case ADVISORY_SHARED -> held == ADVISORY;
            };
        }
    }

    /** Whether a transaction that holds this lock gets the other one without waiting. */
    boolean covers(RowLock other) {
        return table.equals(other.table)
                && row.equals(other.row)
                && mode.compareTo(other.mode) >= 0
                && other.mode != Mode.INSERT;
    }

    @Override
    public String toString() {
        return table + " " + mode + (row.isEmpty() ? "" : " " + row) + " by: " + sql;
    }
}
