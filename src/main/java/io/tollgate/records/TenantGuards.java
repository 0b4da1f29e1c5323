package io.tollgate.records;

import io.tollgate.resource.Scope;
import io.vertx.sqlclient.Row;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/**
 * The two walls of the read path: the statement that names its scope, and the comparison of each
 * row with it. Each must hold alone; a test takes one away to see that the other does.
 */
record TenantGuards(UnaryOperator<String> statement, BiConsumer<Scope, Row> comparison) {
    static final TenantGuards BOTH = new TenantGuards(UnaryOperator.identity(), TenantGuard::requireTenant);
}
