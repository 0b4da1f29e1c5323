package io.tollgate.records;

import io.tollgate.db.Database;
import io.tollgate.error.ApiError;
import io.tollgate.resource.Resource;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.ContextInternal;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Single records, by id. What one scope wants of one resource within a turn of the event loop is one
 * statement: a busy loop reads several requests in a turn, and the records of all of them cost the database,
 * and the way to it, hardly more than one.
 *
 * <p>Nobody waits for others to come: a turn ends as soon as what had arrived is read.
 */
final class Gets {
    /** Of a statement: its answer shares a connection with others, and should not hold them up. */
    private static final int IDS_MAX = 16;

    private final Database database;
    private final Walls walls;
    private final Map<Kind, Turn> turns = new HashMap<>();

    /** What one statement can ask for. The name stands for a whole definition, which takes long to hash. */
    private record Kind(Scope scope, String resource) {}

    /** Who wants what of one kind: those who want the same get the same. */
    private static final class Turn {
        private final Scope scope;
        private final Resource resource;
        private final Map<String, Promise<Buffer>> wanted = new HashMap<>();

        private Turn(Scope scope, Resource resource) {
            this.scope = scope;
            this.resource = resource;
        }

        /** Each is told in a context of their own, so that what one of them does with it harms no other. */
        private Future<Buffer> of(String id, @Nullable ContextInternal context) {
            Future<Buffer> found =
                    wanted.computeIfAbsent(id, none -> Promise.promise()).future();
            if (context == null) {
                return found;
            }
            Promise<Buffer> own = context.promise();
            found.onComplete(own);
            return own.future();
        }

        private boolean takes(String id) {
            return wanted.size() < IDS_MAX || wanted.containsKey(id);
        }
    }

    Gets(Database database, Walls walls) {
        this.database = database;
        this.walls = walls;
    }

    /** Its bytes; 404 when there is none in this scope. */
    Future<Buffer> get(Scope scope, Resource resource, String id) {
        ContextInternal context = (ContextInternal) Vertx.currentContext();
        if (context == null) {
            Turn alone = new Turn(scope, resource);
            Future<Buffer> found = alone.of(id, null);
            ask(alone);
            return found;
        }
        Kind kind = new Kind(scope, resource.name());
        synchronized (turns) {
            Turn turn = turns.get(kind);
            if (turn == null || !turn.takes(id)) {
                Turn next = new Turn(scope, resource);
                turns.put(kind, next);
                context.runOnContext(over -> end(kind, next));
                turn = next;
            }
            return turn.of(id, context);
        }
    }

    private void end(Kind kind, Turn turn) {
        synchronized (turns) {
            turns.remove(kind, turn);
        }
        ask(turn);
    }

    private void ask(Turn turn) {
        String[] ids = turn.wanted.keySet().toArray(new String[0]);
        boolean one = ids.length == 1;
        String sql = one ? Records.getSql(turn.resource) : someSql(turn.resource);
        Object asked = one ? ids[0] : ids;
        Tuple values = Tuple.of(turn.scope.sellerId(), asked);
        if (turn.resource.recorded()) {
            values.addBoolean(turn.scope.live());
        }
        database.get(walls.statement().apply(sql), values)
                .onSuccess(rows -> answer(turn, rows))
                .onFailure(failure -> turn.wanted.values().forEach(promise -> promise.tryFail(failure)));
    }

    private void answer(Turn turn, RowSet<Row> rows) {
        for (Row row : rows) {
            Promise<Buffer> promise = turn.wanted.get(row.getString(3));
            if (promise != null) {
                reveal(turn.scope, row, promise);
            }
        }
        turn.wanted.values().forEach(promise -> promise.tryFail(ApiError.notFound(turn.resource.noun())));
    }

    /** A row that the wall stops is hidden from those who asked for it, and from nobody else. */
    private void reveal(Scope scope, Row row, Promise<Buffer> promise) {
        try {
            walls.comparison().accept(scope, row);
        } catch (RuntimeException stopped) {
            promise.tryFail(stopped);
            return;
        }
        promise.tryComplete(row.getBuffer(2));
    }

    /** The statement of several ids. */
    static String someSql(Resource resource) {
        return Records.getSql(resource).replace("id = $2", "id = ANY ($2)");
    }
}
