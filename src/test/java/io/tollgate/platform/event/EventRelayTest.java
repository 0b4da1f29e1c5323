package io.tollgate.platform.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.customer.Customers;
import io.tollgate.app.Config;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.tools.demo.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The relay beside transactions that overlap: nothing appears behind a position that was read. */
class EventRelayTest {
    private static final String SELLER = "a".repeat(24);

    private final TestSeller sample = TestGateway.shared().unconnectedSeller();
    private final TestDatabase own = new TestDatabase();
    private final TestGateway gateway =
            TestGateway.stepped(Map.of("database.url", own.url()), Clock.SYSTEM, outside -> outside);
    private final Database database = new Database(
            gateway.vertx(), Config.of(Map.of("database.url", own.url())).database());
    private final WriteExecutor writes = new WriteExecutor(database, Clock.SYSTEM);
    private final Scope scope = new Scope(SELLER, true);
    private final EventSignals signals = new EventSignals();
    private final EventRelay relay = new EventRelay(database, signals);

    @AfterEach
    void close() {
        database.close();
        gateway.close();
        own.close();
    }

    private ObjectNode record(String name) {
        return sample.sample(Customers.RESOURCE, true, Instant.now())
                .put("sellerId", SELLER)
                .put("name", name);
    }

    private Future<String> customer(WriteContext write, String name) {
        ObjectNode record = record(name);
        return write.insert(scope, Customers.RESOURCE, record)
                .map(inserted -> record.get("id").textValue());
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        for (Row row : TestSeller.await(database.get(
                "SELECT convert_from(c.record, 'UTF8')::jsonb ->> 'name' FROM event e " + LoggedEvent.JOIN
                        + " WHERE e.seller_id = $1 ORDER BY e.position",
                Tuple.of(SELLER)))) {
            names.add(row.getString(0));
        }
        return names;
    }

    /** A write that has changed a record, and does more and commits when it is told to. */
    private final class OpenWrite {
        private final Promise<Void> changed = Promise.promise();
        private final Promise<Void> release = Promise.promise();
        private final Future<?> done;

        OpenWrite(String name, WriteExecutor.Work<Void> last) {
            done = writes.run(
                    scope,
                    write -> customer(write, name).compose(id -> {
                        changed.complete();
                        return release.future().compose(released -> last.in(write));
                    }));
            TestSeller.await(changed.future());
        }

        void commit() {
            release.complete();
            TestSeller.await(done);
        }
    }

    private static Future<Void> nothing(WriteContext write) {
        return Future.succeededFuture();
    }

    private Future<Void> rename(WriteContext write, String id, String name) {
        return write.lock(scope, Customers.RESOURCE, id)
                .compose(former -> write.update(
                        scope,
                        Customers.RESOURCE,
                        former,
                        former.record().deepCopy().put("name", name)))
                .mapEmpty();
    }

    /** Runs the relay until it has numbered what is committed. Transactions of other tests can delay it. */
    private void numberAll() {
        do {
            pass(relay);
        } while (!TestSeller.await(relay.hasNumbered(scope)));
    }

    private static void pass(EventRelay relay) {
        TestSeller.await(relay.run());
    }

    @Test
    void aLaterCommitWaitsForAnEarlierTransaction() {
        OpenWrite early = new OpenWrite("early", EventRelayTest::nothing);
        TestSeller.await(writes.run(scope, write -> customer(write, "late")));
        pass(relay);
        assertThat(names()).isEmpty();
        early.commit();
        numberAll();
        assertThat(names()).containsExactlyInAnyOrder("early", "late");
    }

    @Test
    void theChangesOfARecordKeepTheirOrderWhateverTransactionBeganFirst() {
        String id = TestSeller.await(writes.run(scope, write -> customer(write, "new")));
        OpenWrite first = new OpenWrite("other", write -> rename(write, id, "renamed last"));
        TestSeller.await(writes.run(scope, write -> rename(write, id, "renamed first")));
        first.commit();
        numberAll();
        assertThat(names()).containsExactly("new", "renamed first", "other", "renamed last");
    }

    /** A write can fail to insert a record that another has inserted meanwhile, and continue. */
    @Test
    void aChangeThatWasTakenBackIsNotTold() {
        ObjectNode taken = TestSeller.await(writes.run(scope, write -> {
            ObjectNode record = record("first");
            return write.insert(scope, Customers.RESOURCE, record).map(record);
        }));
        TestSeller.await(writes.run(
                scope,
                write -> write.transaction()
                        .query("SAVEPOINT before")
                        .execute()
                        .compose(begun -> write.insert(
                                scope, Customers.RESOURCE, taken.deepCopy().put("name", "taken back")))
                        .transform(failed -> {
                            assertThat(failed.failed()).isTrue();
                            return write.transaction()
                                    .query("ROLLBACK TO SAVEPOINT before")
                                    .execute();
                        })
                        .compose(back -> customer(write, "second"))));
        numberAll();
        assertThat(names()).containsExactly("first", "second");
    }

    @Test
    void aRestoredCopyInAnotherClusterIsNumbered() throws SQLException {
        TestSeller.await(writes.run(scope, write -> customer(write, "before")));
        numberAll();
        TestSeller.await(writes.run(scope, write -> customer(write, "not numbered")));
        own.run(
                "UPDATE reported_change SET xid = '4000000000'",
                "UPDATE event_relay SET reached = '3000000000', cluster = cluster + 1");
        TestSeller.await(relay.adopt());
        TestSeller.await(writes.run(scope, write -> customer(write, "after")));
        numberAll();
        assertThat(names()).containsExactly("before", "not numbered", "after");
    }

    @Test
    void twoRelaysNumberEveryEventOnce() {
        EventRelay other = new EventRelay(database, signals);
        for (int i = 0; i < 20; i++) {
            String name = "customer " + i;
            Future<?> written = writes.run(scope, write -> customer(write, name));
            TestSeller.await(Future.join(relay.run(), other.run(), written).otherwiseEmpty());
        }
        numberAll();
        assertThat(names()).hasSize(20).doesNotHaveDuplicates();
    }

    /** Control: a relay that numbers all that it sees leaves the earlier transaction out for ever. */
    @Test
    void withoutTheCheckOfVisibilityAnEventIsSkipped() {
        EventRelay blind = new EventRelay(database, signals, "pg_snapshot_xmax(pg_current_snapshot())");
        OpenWrite early = new OpenWrite("early", EventRelayTest::nothing);
        TestSeller.await(writes.run(scope, write -> customer(write, "late")));
        pass(blind);
        assertThat(names()).containsExactly("late");
        early.commit();
        pass(blind);
        assertThat(names()).containsExactly("late");
    }
}
