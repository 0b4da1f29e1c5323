package io.tollgate.sales.customerdata;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.export.ExportSource;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/** Rows about a customer that a {@link CustomerStatement} finds, in pages, as JSON objects. */
final class CustomerRows implements ExportSource {
    private static final int PAGE = 100;

    private final Database database;
    private final Scope scope;
    private final CustomerStatement statement;
    private final String wanted;
    private String last = "";
    private boolean done;

    /** @param wanted the customer or the address, whichever the statement finds */
    CustomerRows(Database database, Scope scope, CustomerStatement statement, String wanted) {
        this.database = database;
        this.scope = scope;
        this.statement = statement;
        this.wanted = wanted;
    }

    @Override
    public Future<List<Buffer>> next() {
        Tuple parameters = Tuple.of(scope.sellerId(), scope.live(), last, wanted, PAGE);
        return database.search(statement.sql(), parameters).map(rows -> {
            List<Buffer> page = new ArrayList<>();
            for (Row row : rows) {
                TenantGuard.requireTenant(scope, row);
                page.add(Buffer.buffer(row.getString(3)));
                last = row.getString(2);
            }
            done = page.size() < PAGE;
            return page;
        });
    }

    @Override
    public boolean isDone() {
        return done;
    }
}
