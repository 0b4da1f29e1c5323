package io.tollgate.support.locks;

import io.tollgate.support.locks.RowLock.Mode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The locks that transactions wait for while they own others. A cycle is a possible deadlock: each of its transactions
 * owns the lock that the previous one waits for.
 */
final class LockGraph {
    /** A transaction that owns a lock of one table and waits for a lock of another. */
    record Wait(String held, Mode heldMode, String wanted, Mode wantedMode) {
        boolean isFor(Wait other) {
            return wanted.equals(other.held) && wantedMode.waitsFor(other.heldMode);
        }

        @Override
        public String toString() {
            return held + " (" + heldMode + ") -> " + wanted + " (" + wantedMode + ")";
        }
    }

    private final Map<Wait, String> waits = new LinkedHashMap<>();
    private final Set<String> disorders = new TreeSet<>();

    /** Adds a lock that a transaction takes after those that it owns. */
    synchronized void add(List<RowLock> held, RowLock lock) {
        if (lock.mode() == Mode.OWN || !LockParser.waits(lock) || held.stream().anyMatch(one -> one.covers(lock))) {
            return;
        }
        if (lock.table().endsWith("_lookup") && lock.mode() != Mode.INSERT) {
            disorders.add(lock.table() + ": changed without the lock of the record: " + lock.sql());
        }
        boolean ordered = lock.sql().contains("ORDER BY") || !lock.sql().contains("= ANY");
        if (lock.row().isEmpty() && !ordered && lock.mode() != Mode.INSERT) {
            disorders.add(lock.table() + ": several rows are locked in no order: " + lock.sql());
        }
        for (RowLock one : held) {
            if (one.mode() == Mode.OWN) {
                continue;
            }
            if (!one.table().equals(lock.table())) {
                waits.putIfAbsent(
                        new Wait(one.table(), one.mode(), lock.table(), lock.mode()),
                        one.sql() + "\n      " + lock.sql());
            } else if (isAfter(one, lock)) {
                disorders.add(one.table() + ": a lower row is locked after a higher one: " + one.sql() + "\n      "
                        + lock.sql());
            }
        }
    }

    /** Rows of one table are locked in ascending order. Inserted rows are not visible to other transactions yet. */
    private static boolean isAfter(RowLock held, RowLock lock) {
        return held.mode() != Mode.INSERT
                && lock.mode() != Mode.INSERT
                && !held.row().isEmpty()
                && !held.row().equals(RowLock.SEVERAL)
                && !lock.row().isEmpty()
                && !lock.row().equals(RowLock.SEVERAL)
                && lock.mode().waitsFor(held.mode())
                && held.row().compareTo(lock.row()) > 0;
    }

    /** Returns the tables that transactions have locked. */
    synchronized Set<String> tables() {
        Set<String> tables = new TreeSet<>();
        waits.keySet().forEach(wait -> tables.addAll(List.of(wait.held(), wait.wanted())));
        return tables;
    }

    synchronized Set<String> disorders() {
        return Set.copyOf(disorders);
    }

    /** Returns every possible deadlock of two or more transactions once, with the statements. */
    synchronized List<String> cycles() {
        List<String> cycles = new ArrayList<>();
        Set<Wait> done = new HashSet<>();
        for (Wait start : waits.keySet()) {
            List<Wait> path = path(start, done);
            if (!path.isEmpty()) {
                cycles.add(describe(path));
            }
            done.add(start);
        }
        return cycles;
    }

    /** Returns the shortest path from a wait back to itself that avoids the ones already examined, or an empty list. */
    private List<Wait> path(Wait start, Set<Wait> done) {
        List<List<Wait>> ways = new ArrayList<>(List.of(List.of(start)));
        Set<Wait> seen = new HashSet<>(done);
        for (int i = 0; i < ways.size(); i++) {
            List<Wait> way = ways.get(i);
            Wait last = way.get(way.size() - 1);
            if (last.isFor(start)) {
                return way;
            }
            for (Wait next : waits.keySet()) {
                if (last.isFor(next) && seen.add(next)) {
                    List<Wait> longer = new ArrayList<>(way);
                    longer.add(next);
                    ways.add(longer);
                }
            }
        }
        return List.of();
    }

    private String describe(List<Wait> cycle) {
        StringBuilder text = new StringBuilder("possible deadlock:");
        cycle.forEach(
                wait -> text.append("\n  ").append(wait).append("\n      ").append(waits.get(wait)));
        return text.toString();
    }
}
