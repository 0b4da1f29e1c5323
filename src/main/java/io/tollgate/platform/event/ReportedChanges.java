package io.tollgate.platform.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.records.MeasureJournal;
import io.tollgate.platform.resource.Measures;
import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one transaction that cause events, and what they add to the measures of reports. They are appended
 * together, while the transaction has its locks.
 */
public final class ReportedChanges {
    private static final int ROWS_MAX = 25;
    private static final int COLUMNS = 12;
    private static final int RECORD_COLUMN = 8;
    private static final String INSERT = "INSERT INTO reported_change (seller_id, livemode, id, event_ids, types,"
            + " record_kind, record_id, page_id, record, actor, actor_id, created_at) VALUES ";

    private final Actor actor;
    private final Instant at;
    private List<Tuple> changes = new ArrayList<>();
    private List<Unfinished> unfinished = new ArrayList<>();
    private List<MeasureJournal.Entry> measured = new ArrayList<>();

    /**
     * A document in which what is stored apart is missing.
     *
     * @param rendered empty until the document is complete
     */
    private record Unfinished(Scope scope, Resource resource, ObjectNode document, Buffer rendered) {}

    /** Completes and renders documents. */
    public interface Completion {
        Future<Buffer> of(Scope scope, Resource resource, ObjectNode document);
    }

    /**
     * @param actor who causes the changes
     * @param at their real time
     */
    public ReportedChanges(Actor actor, Instant at) {
        this.actor = actor;
        this.at = at;
    }

    /**
     * Adds a change if it causes events or adds to measures. What both modes share is reported in both. Add it when its
     * statement is sent, and remove it if the statement fails, because the transaction may continue from a savepoint.
     *
     * @param now time of the change, in the time of its mode
     * @param before null if the record is new
     * @param rendering returns the record after the change; called at once, if the change causes events
     * @return what removes the change
     */
    public Runnable add(
            Scope scope,
            Instant now,
            Resource resource,
            @Nullable ObjectNode before,
            ObjectNode after,
            Supplier<Buffer> rendering) {
        Runnable unreport = add(scope, resource.reports(), resource.shared(), before, after, rendering);
        List<MeasureJournal.Entry> entries = resource.measures().changes(before, after).stream()
                .map(change -> new MeasureJournal.Entry(scope, now, change))
                .toList();
        if (entries.isEmpty()) {
            return unreport;
        }
        measured.addAll(entries);
        return () -> {
            unreport.run();
            measured.removeIf(entry -> entries.stream().anyMatch(one -> one == entry));
        };
    }

    /** Adds what a change of a record outside the generic tables adds to a measure. */
    public void measure(Scope scope, Instant now, Measures.Change change) {
        measured.add(new MeasureJournal.Entry(scope, now, change));
    }

    /**
     * Adds a change of a document in which what is stored apart is missing. Call {@link #complete} before the changes
     * are appended.
     *
     * @return what removes the change
     */
    public Runnable addDocument(Scope scope, Resource resource, @Nullable ObjectNode before, ObjectNode after) {
        Buffer rendered = Buffer.buffer();
        return add(scope, resource.reports(), resource.shared(), before, after, () -> {
            unfinished.add(new Unfinished(scope, resource, after.deepCopy(), rendered));
            return rendered;
        });
    }

    /** Completes the documents as they are at the end of the transaction. */
    public Future<Void> complete(Completion completion) {
        List<Unfinished> all = unfinished.stream().filter(this::isReported).toList();
        unfinished = new ArrayList<>();
        Future<Void> completed = Future.succeededFuture();
        for (Unfinished one : all) {
            completed = completed
                    .compose(former -> completion.of(one.scope, one.resource, one.document))
                    .map(bytes -> {
                        one.rendered.appendBuffer(bytes);
                        return null;
                    });
        }
        return completed;
    }

    /** Returns whether the change was not removed. */
    private boolean isReported(Unfinished one) {
        return changes.stream().anyMatch(change -> change.getValue(RECORD_COLUMN) == one.rendered);
    }

    /** Returns whether documents are to be completed. */
    public boolean isUnfinished() {
        return !unfinished.isEmpty();
    }

    /** Adds a change of a record that is stored outside the generic tables. */
    public void add(Scope scope, Reports reports, @Nullable ObjectNode before, ObjectNode after) {
        Runnable unused = add(scope, reports, false, before, after, () -> Buffer.buffer(after.toString()));
    }

    private Runnable add(
            Scope scope,
            Reports reports,
            boolean shared,
            @Nullable ObjectNode before,
            ObjectNode after,
            Supplier<Buffer> rendering) {
        List<String> types = reports.types(before, after);
        if (types.isEmpty()) {
            return () -> {};
        }
        Buffer rendered = rendering.get();
        List<Tuple> added = new ArrayList<>();
        added.add(change(scope.sellerId(), scope.live(), reports, types, after, rendered));
        if (shared) {
            added.add(change(scope.sellerId(), !scope.live(), reports, types, after, rendered));
        }
        changes.addAll(added);
        return () -> changes.removeIf(change -> added.stream().anyMatch(one -> one == change));
    }

    private Tuple change(
            String sellerId, boolean live, Reports reports, List<String> types, ObjectNode record, Buffer rendered) {
        String[] ids = types.stream().map(type -> Ids.next(at)).toArray(String[]::new);
        return Tuple.tuple()
                .addString(sellerId)
                .addBoolean(live)
                .addString(ids[0])
                .addArrayOfString(ids)
                .addArrayOfString(types.toArray(String[]::new))
                .addString(reports.kind())
                .addString(record.get("id").textValue())
                .addString(reports.pageId(record))
                .addBuffer(rendered)
                .addString(actor.type().wire())
                .addString(actor.id())
                .addOffsetDateTime(at.atOffset(ZoneOffset.UTC));
    }

    public boolean isEmpty() {
        return changes.isEmpty() && measured.isEmpty();
    }

    /**
     * Appends the changes in their order. Call at the end of the transaction: a change takes its number here, and the
     * numbers of one record have the order of its changes only while the record is locked.
     */
    public Future<Void> append(SqlConnection transaction) {
        List<Tuple> all = changes;
        changes = new ArrayList<>();
        Future<Void> appended = MeasureJournal.append(transaction, measured);
        measured = new ArrayList<>();
        for (int i = 0; i < all.size(); i += ROWS_MAX) {
            List<Tuple> some = all.subList(i, Math.min(all.size(), i + ROWS_MAX));
            Tuple values = Tuple.tuple();
            for (Tuple change : some) {
                for (int column = 0; column < COLUMNS; column++) {
                    values.addValue(change.getValue(column));
                }
            }
            Future<Void> sent = transaction
                    .preparedQuery(INSERT + places(some.size()))
                    .execute(values)
                    .mapEmpty();
            appended = Future.all(appended, sent).mapEmpty();
        }
        return appended;
    }

    private static String places(int rows) {
        StringBuilder places = new StringBuilder();
        for (int i = 0; i < rows * COLUMNS; i++) {
            places.append(i == 0 ? "($" : i % COLUMNS == 0 ? "), ($" : ", $").append(i + 1);
        }
        return places.append(')').toString();
    }
}
