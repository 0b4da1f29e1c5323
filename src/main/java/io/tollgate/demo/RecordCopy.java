package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.records.Projection;
import io.tollgate.resource.Resource;
import io.tollgate.resource.Scope;
import java.sql.SQLException;
import java.util.List;

/** Writes records of one kind, with their narrow twins, as two streams of rows. */
final class RecordCopy implements AutoCloseable {
    private final Resource resource;
    private final BinaryCopy columns;
    private final BinaryCopy lookup;

    RecordCopy(Resource resource, Target target) throws SQLException {
        this.resource = resource;
        this.columns = new BinaryCopy(target.connect(), resource.table());
        this.lookup = new BinaryCopy(target.connect(), resource.table() + "_lookup");
    }

    void write(Scope scope, ObjectNode record) throws SQLException {
        Projection projection = Projection.of(scope, resource, record);
        columns.row(projection.columns());
        lookup.row(projection.lookup());
    }

    /** Ends in order: the records are there before anything that refers to them is checked. */
    void finish() throws SQLException {
        columns.finish();
        lookup.finish();
    }

    static void finish(List<RecordCopy> copies) throws SQLException {
        for (RecordCopy copy : copies) {
            copy.finish();
        }
    }

    @Override
    public void close() throws SQLException {
        columns.close();
        lookup.close();
    }
}
