package io.tollgate.platform.write;

import io.tollgate.platform.http.ApiResponse;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Ends a transaction that must change nothing after all its work is done, and carries its response out of it. */
final class DryRun extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient @Nullable ApiResponse response;

    private DryRun(@Nullable ApiResponse response) {
        super("a dry run ends without a commit", null, false, false);
        this.response = response;
    }

    /** Waits for all statements, checks what a commit would check, and fails: the transaction is rolled back. */
    static Future<ApiResponse> undo(
            SqlConnection transaction, PipelinedStatements pipelined, @Nullable ApiResponse response) {
        return pipelined
                .all()
                .compose(done ->
                        transaction.query("SET CONSTRAINTS ALL IMMEDIATE").execute())
                .compose(checked -> Future.failedFuture(new DryRun(response)));
    }

    /** Returns the response of a transaction that was undone; otherwise handles its failure. */
    static Future<ApiResponse> responseOr(Throwable end, Function<Throwable, Future<ApiResponse>> otherwise) {
        return end instanceof DryRun done ? Future.succeededFuture(done.response) : otherwise.apply(end);
    }
}
