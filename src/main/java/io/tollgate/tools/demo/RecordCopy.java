package io.tollgate.tools.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.records.Projection;
import io.tollgate.platform.records.Rendering;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Writes records of one kind with their lookup rows, as two streams of rows. Rendering takes longer than generating a
 * record, so it runs on a separate thread, a few batches behind.
 */
final class RecordCopy implements AutoCloseable {
    private static final int BATCH = 64;
    private static final int BATCHES_WAITING = 16;

    private final Resource resource;
    private final BinaryCopy columns;
    private final BinaryCopy lookup;
    private final BlockingQueue<List<Entry>> waiting = new ArrayBlockingQueue<>(BATCHES_WAITING);
    private final Thread writer;
    private List<Entry> batch = new ArrayList<>(BATCH);
    private volatile @Nullable Throwable failure;

    private record Entry(Scope scope, ObjectNode record) {}

    RecordCopy(Resource resource, Target target) throws SQLException {
        this.resource = resource;
        this.columns = new BinaryCopy(target.connect(), resource.table());
        this.lookup = new BinaryCopy(target.connect(), resource.table() + "_lookup");
        this.writer = new Thread(this::write, "demo-" + resource.table());
        this.writer.setDaemon(true);
        this.writer.start();
    }

    /** Adds a record, which must not change afterwards. */
    void write(Scope scope, ObjectNode record) throws SQLException {
        batch.add(new Entry(scope, record));
        if (batch.size() == BATCH) {
            sendBatch();
        }
    }

    private void sendBatch() throws SQLException {
        refuseAfterFailure();
        try {
            waiting.put(batch);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("the load was interrupted", e);
        }
        batch = new ArrayList<>(BATCH);
    }

    private void write() {
        try {
            // A batch without records is the last.
            for (List<Entry> next = waiting.take(); !next.isEmpty(); next = waiting.take()) {
                for (Entry entry : next) {
                    if (failure == null) {
                        row(entry);
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Writes one row. After a failure it only empties the queue, so that the producer does not block. */
    private void row(Entry entry) {
        try {
            Projection projection = Projection.of(entry.scope(), resource, entry.record());
            columns.row(projection.row(Rendering.render(resource.fields(), entry.record())));
            lookup.row(projection.lookup());
        } catch (SQLException | RuntimeException e) {
            failure = e;
        }
    }

    /** Completes the copies in order: records before the rows that refer to them. */
    void finish() throws SQLException {
        if (!batch.isEmpty()) {
            sendBatch();
        }
        sendBatch();
        try {
            writer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("the load was interrupted", e);
        }
        refuseAfterFailure();
        columns.finish();
        lookup.finish();
    }

    private void refuseAfterFailure() throws SQLException {
        Throwable cause = failure;
        if (cause != null) {
            throw new SQLException("records of " + resource.table() + " were not written", cause);
        }
    }

    @Override
    public void close() throws SQLException {
        writer.interrupt();
        try {
            writer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try (columns) {
            lookup.close();
        }
    }
}
