package io.tollgate.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Eventually;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The storage quota of a seller, and the free space that uploads leave on the volume. */
class FileQuotaTest {
    private static final int MEGABYTE = 1_000_000;
    private static final int QUOTA = 10 * MEGABYTE;

    @TempDir
    static Path folder;

    private static TestGateway gateway;

    private final TestSeller seller = gateway.seller();
    private final TestApi api = seller.live();

    @BeforeAll
    static void start() {
        gateway = TestGateway.startPatient(Map.of("storage.quotaMegabytes", "10", "storage.folder", folder.toString()));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private static Reply upload(TestApi api, int size) {
        return FileSamples.upload(api, "file", "a", new byte[size]);
    }

    private long used() {
        return api.get("/v1/account").expect(200).json().at("/storage/used").longValue();
    }

    private static void refused(Reply reply) {
        assertThat(reply.expect(409).json().get("code").textValue()).isEqualTo("storage_quota_exceeded");
    }

    @Test
    void files_of_both_modes_count_together_until_they_are_deleted() {
        assertThat(api.get("/v1/account").json().at("/storage/quota").longValue())
                .isEqualTo(QUOTA);
        upload(api, 4 * MEGABYTE).expect(201);
        String test = upload(seller.test(), 6 * MEGABYTE)
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        assertThat(used()).isEqualTo(QUOTA);
        refused(upload(api, 1));
        refused(upload(seller.test(), 1));
        upload(gateway.seller().live(), 1).expect(201);
        api.send("DELETE", "/v1/files/" + test, Map.of()).expect(200);
        assertThat(used()).isEqualTo(4 * MEGABYTE);
        upload(api, 6 * MEGABYTE).expect(201);
    }

    @Test
    void what_is_refused_is_neither_counted_nor_kept() {
        upload(api, 9 * MEGABYTE).expect(201);
        refused(upload(api, 2 * MEGABYTE));
        FileSamples.upload(api, "image", "a.png", new byte[MEGABYTE]).expect(415);
        assertThat(used()).isEqualTo(9 * MEGABYTE);
        assertThat(api.get("/v1/files").total()).isEqualTo(1);
        assertThat(seller.settles(() -> kept() == 1)).isTrue();
    }

    private int kept() {
        return Objects.requireNonNull(folder.resolve(seller.id()).toFile().list()).length;
    }

    @Test
    void a_retry_of_an_upload_that_reached_the_quota_gets_its_answer() {
        Map<String, String> key = Map.of("Idempotency-Key", "full");
        byte[] file = FileSamples.file("a", new byte[9 * MEGABYTE]);
        Reply first = FileSamples.send(api, key, FileSamples.purpose("file"), file);
        Reply again = FileSamples.send(api, key, FileSamples.purpose("file"), file);
        assertThat(again.expect(201).body()).isEqualTo(first.expect(201).body());
        assertThat(used()).isEqualTo(9 * MEGABYTE);
    }

    @Test
    void an_upload_leaves_the_state_of_the_account_as_it_is() {
        String before = String.valueOf(api.get("/v1/account").header("ETag"));
        upload(api, 1).expect(201);
        Reply after =
                api.send("GET", "/v1/account", Map.of("If-None-Match", before)).expect(200);
        assertThat(after.header("ETag")).isEqualTo(before);
        assertThat(after.json().at("/storage/used").longValue()).isOne();
    }

    @Test
    void concurrent_uploads_never_exceed_it() {
        List<Integer> statuses = Parallel.times(8, i -> upload(i % 2 == 0 ? api : seller.test(), 3 * MEGABYTE)).stream()
                .map(Reply::status)
                .toList();
        assertThat(statuses).containsOnly(201, 409);
        assertThat(statuses).filteredOn(status -> status == 201).hasSize(3);
        assertThat(used()).isEqualTo(9 * MEGABYTE);
    }

    /** Control: two transactions that read the count, compare, and then write it exceed the quota. */
    @Test
    void reading_the_count_before_writing_it_would_exceed_it() {
        upload(api, 4 * MEGABYTE).expect(201);
        Promise<Void> bothHaveRead = Promise.promise();
        int[] read = {0};
        Future<Void> naive = Future.all(unguarded(bothHaveRead, read), unguarded(bothHaveRead, read))
                .mapEmpty();
        TestSeller.await(naive);
        assertThat(used()).isGreaterThan(QUOTA);
    }

    private Future<Void> unguarded(Promise<Void> bothHaveRead, int[] read) {
        return TestSeller.database()
                .write(
                        seller.scope(true),
                        transaction -> count(transaction).compose(used -> {
                            assertThat(used + 4 * MEGABYTE).isLessThanOrEqualTo(QUOTA);
                            synchronized (read) {
                                if (++read[0] == 2) {
                                    bothHaveRead.complete();
                                }
                            }
                            return bothHaveRead
                                    .future()
                                    .compose(both -> transaction
                                            .preparedQuery("UPDATE seller_storage SET used_bytes = used_bytes + $2"
                                                    + " WHERE seller_id = $1")
                                            .execute(Tuple.of(seller.id(), 4L * MEGABYTE))
                                            .mapEmpty());
                        }));
    }

    private Future<Long> count(SqlConnection transaction) {
        return transaction
                .preparedQuery("SELECT used_bytes FROM seller_storage WHERE seller_id = $1")
                .execute(Tuple.of(seller.id()))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    /** No volume here has a terabyte free. */
    @Test
    void uploads_pause_while_the_volume_is_full_and_other_writes_go_on() {
        try (TestGateway full = TestGateway.startPatient(Map.of("storage.freeMegabytesMin", "1000000"))) {
            TestSeller owner = full.seller();
            Reply paused = upload(owner.live(), 1).expect(503);
            assertThat(paused.json().get("code").textValue()).isEqualTo("storage_full");
            assertThat(paused.header("Retry-After")).isEqualTo("60");
            owner.live().post("/v1/forms", "{\"name\":\"A\"}").expect(201);
            assertThat(owner.live()
                            .get("/v1/account")
                            .json()
                            .at("/storage/used")
                            .longValue())
                    .isZero();
            TestApi management = new TestApi(full.managementUrl(), null);
            Reply ready = management.get("/health/ready").expect(200);
            assertThat(ready.json().get("status").textValue()).isEqualTo("ready");
            // The check of readiness measures the volume for the next one.
            assertThat(Eventually.isTrue(() -> management
                            .get("/health/ready")
                            .json()
                            .at("/warnings/0/code")
                            .asText()
                            .equals("storage_full")))
                    .isTrue();
            assertThat(management.get("/metrics").body())
                    .contains("tollgate_storage_full 1.0")
                    .contains("tollgate_storage_free_bytes");
        }
    }

    @Test
    void a_volume_with_room_is_no_warning() {
        TestApi management = new TestApi(gateway.managementUrl(), null);
        assertThat(management.get("/health/ready").expect(200).json().toString())
                .isEqualTo("{\"status\":\"ready\"}");
        assertThat(management.get("/metrics").body()).contains("tollgate_storage_full 0.0");
    }
}
