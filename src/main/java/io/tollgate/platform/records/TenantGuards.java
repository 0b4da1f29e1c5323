package io.tollgate.platform.records;

import io.tollgate.platform.resource.Scope;
import io.vertx.sqlclient.Row;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/**
 * The two tenant checks of reads: the scope in the statement, and the comparison of each row with the scope. Each is
 * sufficient alone; a test disables one to verify the other.
 */
record TenantGuards(UnaryOperator<String> statement, BiConsumer<Scope, Row> comparison) {
    static final TenantGuards BOTH = new TenantGuards(UnaryOperator.identity(), TenantGuard::requireTenant);
}
