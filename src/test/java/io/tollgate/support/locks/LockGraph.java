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
 * Which locks transactions wait for while they hold others. A cycle is a deadlock that can happen: each transaction
 * of it holds what the one before it waits for.
 */
final class LockGraph {
    /** A transaction that holds a lock of one table waits for a lock of another one. */
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

    /** Adds a lock that a transaction takes after those that it holds. */
    synchronized void add(List<RowLock> held, RowLock lock) {
        if (lock.mode() == Mode.OWN || !LockParser.waits(lock) || held.stream().anyMatch(one -> one.covers(lock))) {
            return;
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

    /** Rows of one table are locked in ascending order; rows that are inserted are visible to nobody yet. */
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

    /** Tables of which locks were taken. */
    synchronized Set<String> tables() {
        Set<String> tables = new TreeSet<>();
        waits.keySet().forEach(wait -> tables.addAll(List.of(wait.held(), wait.wanted())));
        return tables;
    }

    synchronized Set<String> disorders() {
        return Set.copyOf(disorders);
    }

    /** Every deadlock that two or more of the transactions can have, with the statements; each once. */
    synchronized List<String> cycles() {
        List<String> cycles = new ArrayList<>();
        Set<Wait> done = new HashSet<>();
        for (Wait start : waits.keySet()) {
            List<Wait> path = path(start, done);
            if (!path.isEmpty()) {
                cycles.add(told(path));
            }
            done.add(start);
        }
        return cycles;
    }

    /** The shortest way from a wait back to itself, past those that are done; empty if there is none. */
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

    private String told(List<Wait> cycle) {
        StringBuilder text = new StringBuilder("possible deadlock:");
        cycle.forEach(
                wait -> text.append("\n  ").append(wait).append("\n      ").append(waits.get(wait)));
        return text.toString();
    }
}
