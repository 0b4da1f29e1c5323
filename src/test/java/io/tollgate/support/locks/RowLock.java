package io.tollgate.support.locks;

/**
 * A lock that a statement takes.
 *
 * @param table the table, or the object that an advisory lock protects
 * @param row the row's id; empty if the statement does not name one; {@link #SEVERAL} for a statement with an order
 */
record RowLock(String table, Mode mode, String row, String sql) {

    /** The row of a statement that locks several rows in order. */
    static final String SEVERAL = "*";

    /** The lock modes of rows, weakest first. */
    enum Mode {
        /** A row that the transaction has inserted itself, which no other transaction can lock. */
        OWN,
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

        /** Returns whether a transaction that requests this mode waits for one that owns another. */
        boolean waitsFor(Mode held) {
            return switch (this) {
                case OWN -> false;
                case INSERT -> held == INSERT || held == UPDATE;
                case KEY_SHARE -> held == UPDATE;
                case SHARE -> held == NO_KEY_UPDATE || held == UPDATE;
                case NO_KEY_UPDATE -> held == SHARE || held == NO_KEY_UPDATE || held == UPDATE;
                case UPDATE -> held != INSERT && held != OWN;
                case ADVISORY -> held == ADVISORY || held == ADVISORY_SHARED;
                case ADVISORY_SHARED -> held == ADVISORY;
            };
        }
    }

    /**
     * Returns whether a transaction that owns this lock gets the other one without waiting. A statement that locks
     * several rows in order counts as locking all rows of the table that the transaction locks afterwards. The lock of
     * a record covers its lookup row, because {@link LockGraph} reports lookup rows that are locked without it.
     */
    boolean covers(RowLock other) {
        return (table.equals(other.table) || other.isLookupOf(table))
                && other.mode != Mode.INSERT
                && (row.equals(other.row) || row.equals(SEVERAL))
                && (mode == Mode.OWN || mode.compareTo(other.mode) >= 0);
    }

    boolean isLookupOf(String records) {
        return table.equals(records + "_lookup");
    }

    @Override
    public String toString() {
        return table + " " + mode + (row.isEmpty() ? "" : " " + row) + " by: " + sql;
    }
}
