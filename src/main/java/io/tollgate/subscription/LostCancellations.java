package io.tollgate.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.audit.AuditLog;
import io.tollgate.audit.Changes;
import io.tollgate.clock.Clock;
import io.tollgate.clock.Times;
import io.tollgate.db.Database;
import io.tollgate.db.Ids;
import io.tollgate.processor.Account;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.Task;
import io.tollgate.processor.TaskRun;
import io.tollgate.records.Records;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;

/** Settles cancellations whose answer was lost: the processor says whether the subscription was ended. */
public final class LostCancellations implements TaskRun.Confirmation {
    private static final String ROUTE = "POST /v1/subscriptions/{subscriptionId}/cancel";

    private final Database database;
    private final ProcessorClient processor;
    private final Clock clock;
    private final Ids ids = new Ids();

    public LostCancellations(Database database, ProcessorClient processor, Clock clock) {
        this.database = database;
        this.processor = processor;
        this.clock = clock;
    }

    @Override
    public Future<Void> settle(Task task, Account account) {
        Cancellation cancellation = Cancellation.of(task.argument());
        return database.write(
                        task.scope(),
                        transaction ->
                                Records.lock(transaction, task.scope(), Subscriptions.RESOURCE, task.subjectId()))
                .compose(stored -> processor.subscription(
                        account, stored.record().path("processorSubscriptionId").asText(), task.key()))
                .compose(state -> state.isAsAsked(cancellation.ending())
                        ? database.write(task.scope(), transaction -> enter(transaction, task, cancellation))
                        : Future.succeededFuture());
    }

    private Future<Void> enter(SqlConnection transaction, Task task, Cancellation cancellation) {
        Scope scope = task.scope();
        return Records.lock(transaction, scope, Subscriptions.RESOURCE, task.subjectId())
                .compose(former -> {
                    ObjectNode subscription = former.record().deepCopy();
                    cancellation.enter(subscription);
                    if (Ended.is(former.record())
                            || Changes.none(Subscriptions.RESOURCE.fields(), former.record(), subscription)) {
                        return Future.succeededFuture();
                    }
                    Instant now = clock.now();
                    subscription.put("updatedAt", Times.text(now));
                    AuditLog.Author author = new AuditLog.Author(scope, cancellation.keyId(), ROUTE, null);
                    return Future.all(
                                    Records.update(
                                            transaction, scope, Subscriptions.RESOURCE, former.record(), subscription),
                                    AuditLog.append(
                                            transaction,
                                            author,
                                            ids.next(now),
                                            now,
                                            task.subjectId(),
                                            Changes.between(
                                                    Subscriptions.RESOURCE.fields(), former.record(), subscription)))
                            .mapEmpty();
                });
    }
}
