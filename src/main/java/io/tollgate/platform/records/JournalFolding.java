package io.tollgate.platform.records;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Folds a journal into its sums, seller by seller. Readers add both, so that folding changes no value; it keeps the
 * journal short. Two instances may fold at once, because only one of them deletes an entry.
 *
 * <p>A statement takes so few entries that it ends in time however long the journal has become, for example while no
 * instance ran.
 *
 * @param journal its table
 * @param statement folds the oldest entries of a seller, as {@link #statement} makes it
 */
record JournalFolding(Database database, String journal, String statement) {
    /** Entries that one statement folds. */
    static final int ENTRIES_MAX = 1_000;

    private static final int SELLERS_AT_ONCE = 100;

    /** @param sums an insert of the sums of the entries in {@code taken} */
    static String statement(String journal, String sums) {
        return """
                WITH taken AS (
                    DELETE FROM %1$s WHERE seller_id = $1 AND livemode = $2 AND seq <= (
                        SELECT max(seq) FROM (
                            SELECT seq FROM %1$s WHERE seller_id = $1 AND livemode = $2
                            ORDER BY seq LIMIT %2$d) oldest)
                    RETURNING *
                ), folded AS (
                %3$s
                )
                SELECT count(*) FROM taken
                """.formatted(journal, ENTRIES_MAX, sums.strip());
    }

    /** Folds all current entries and returns their number. */
    Future<Integer> fold() {
        return after("", false);
    }

    /** Folds the entries of the sellers behind one, so that busy sellers do not keep others from their turn. */
    private Future<Integer> after(String sellerId, boolean live) {
        String waiting = "SELECT DISTINCT seller_id, livemode FROM " + journal
                + " WHERE (seller_id, livemode) > ($1, $2) ORDER BY seller_id, livemode LIMIT " + SELLERS_AT_ONCE;
        return database.get(waiting, Tuple.of(sellerId, live)).compose(rows -> {
            List<Scope> scopes = new ArrayList<>();
            for (Row row : rows) {
                scopes.add(new Scope(row.getString(0), row.getBoolean(1)));
            }
            Future<Integer> folded = each(scopes, this::fold);
            if (scopes.size() < SELLERS_AT_ONCE) {
                return folded;
            }
            Scope last = scopes.get(scopes.size() - 1);
            return folded.transform(done -> after(last.sellerId(), last.live())
                    .compose(more -> done.succeeded()
                            ? Future.succeededFuture(done.result() + more)
                            : Future.failedFuture(done.cause())));
        });
    }

    private Future<Integer> fold(Scope scope) {
        return database.write(
                        scope,
                        transaction ->
                                transaction.preparedQuery(statement).execute(Tuple.of(scope.sellerId(), scope.live())))
                .compose(rows -> {
                    int folded = Math.toIntExact(rows.iterator().next().getLong(0));
                    return folded < ENTRIES_MAX
                            ? Future.succeededFuture(folded)
                            : fold(scope).map(more -> folded + more);
                });
    }

    /**
     * Does one after the other, and returns the sum. What fails does not keep the others from being done; the result is
     * then the first failure.
     */
    static <T> Future<Integer> each(List<T> all, Function<T, Future<Integer>> work) {
        List<Throwable> failures = new ArrayList<>();
        Future<Integer> sum = Future.succeededFuture(0);
        for (T one : all) {
            sum = sum.compose(
                    former -> work.apply(one).map(more -> former + more).recover(failure -> {
                        failures.add(failure);
                        return Future.succeededFuture(former);
                    }));
        }
        return sum.compose(
                done -> failures.isEmpty() ? Future.succeededFuture(done) : Future.failedFuture(failures.get(0)));
    }
}
