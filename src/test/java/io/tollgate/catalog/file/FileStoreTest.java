package io.tollgate.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.catalog.file.FileStore.StoredFile;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of every file store, and the deletion of files without a record. */
class FileStoreTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final FakeS3 S3 = new FakeS3();
    private static final String FILE = "65f0c0ffee0123456789abc";

    @TempDir
    static Path folder;

    private final TestSeller seller = TestGateway.shared().seller();

    @AfterAll
    static void close() {
        S3.close();
        VERTX.close();
    }

    private static FileStore bucket(String secret) {
        return FileStores.of(VERTX, S3.settings(secret), Clock.SYSTEM);
    }

    static Stream<FileStore> stores() {
        StorageSettings disk = new StorageSettings(folder.resolve("kept"), "", "", "", "", "", 0, 0, 1, 1);
        return Stream.of(FileStores.of(VERTX, disk, Clock.SYSTEM), bucket(FakeS3.SECRET));
    }

    private static <T> T await(Future<T> future) {
        return TestSeller.await(future);
    }

    /** Each of twenty threads keeps a direct buffer, and other tests run at the same time. */
    @Test
    void reading_keeps_no_memory_outside_the_heap() throws Exception {
        int length = 32_000_000;
        String kept = "65f0c0ffee0123456789abcd";
        FileStore store = stores().findFirst().orElseThrow();
        Scope scope = seller.scope(true);
        await(store.put(scope, kept, Files.write(folder.resolve("large"), new byte[length])));
        long before = outsideTheHeap();
        assertThat(await(store.read(scope, kept)).length()).isEqualTo(length);
        assertThat(outsideTheHeap() - before).isLessThan(length / 2);
        await(store.delete(scope, kept));
    }

    /** Requests for a size that is missing make it at the same time. */
    @ParameterizedTest
    @MethodSource("stores")
    void sizes_of_a_picture_can_be_written_by_many_at_once(FileStore store) {
        String kept = "65f0c0ffee0123456789abce";
        Scope scope = seller.scope(true);
        byte[] picture = new byte[2_000_000];
        for (int round = 0; round < 5; round++) {
            List<Future<Void>> writes = IntStream.range(0, 12)
                    .mapToObj(writer -> store.putSize(scope, kept, 320, picture))
                    .toList();
            writes.forEach(FileStoreTest::await);
        }
        assertThat(await(store.readSize(scope, kept, 320)).length()).isEqualTo(picture.length);
        await(store.delete(scope, kept));
    }

    /** A process that ended left them; a sweep finds and deletes them. */
    @Test
    void parts_of_files_are_deleted_with_the_file() throws Exception {
        String kept = "65f0c0ffee0123456789abcf";
        FileStore store = stores().findFirst().orElseThrow();
        Scope scope = seller.scope(true);
        Path own = Files.createDirectories(folder.resolve("kept").resolve(seller.id()));
        for (String part : List.of(kept + ".part", kept + ".320-7f.part")) {
            Files.write(own.resolve(part), new byte[1]);
        }
        assertThat(await(store.list("")))
                .filteredOn(file -> file.sellerId().equals(seller.id()))
                .hasSize(2);
        await(store.delete(scope, kept));
        assertThat(own).isEmptyDirectory();
    }

    private static long outsideTheHeap() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    @ParameterizedTest
    @MethodSource("stores")
    void gives_back_what_it_was_given(FileStore store) throws Exception {
        Path source = Files.write(folder.resolve("source"), new byte[] {0, 1, 2, (byte) 0xff});
        Scope scope = seller.scope(true);
        assertThat(await(store.read(scope, FILE + "0"))).isNull();
        await(store.put(scope, FILE + "0", source));
        assertThat(await(store.read(scope, FILE + "0")).getBytes()).isEqualTo(Files.readAllBytes(source));
        assertThat(await(store.read(TestGateway.shared().seller().scope(true), FILE + "0")))
                .isNull();
        await(store.put(scope, FILE + "1", source));
        List<StoredFile> kept = await(store.list(scope.sellerId()));
        assertThat(kept).extracting(StoredFile::key).contains(scope.sellerId() + "/" + FILE + "0");
        assertThat(await(store.list(scope.sellerId() + "/" + FILE + "0")))
                .extracting(StoredFile::key)
                .startsWith(scope.sellerId() + "/" + FILE + "1");
        assertThat(kept.get(0).since()).isAfter(Instant.now().minusSeconds(60));
        await(store.delete(scope, FILE + "0"));
        await(store.delete(scope, FILE + "0"));
        assertThat(await(store.read(scope, FILE + "0"))).isNull();
    }

    /** A copy that completes renames its file between the two steps of a list: reading the folder, and each time. */
    @ParameterizedTest
    @MethodSource("stores")
    void lists_while_files_come_and_go(FileStore store) throws Exception {
        Path source = Files.write(folder.resolve("source"), new byte[] {1});
        Scope scope = seller.scope(true);
        AtomicBoolean listed = new AtomicBoolean();
        CompletableFuture<Void> changes = CompletableFuture.runAsync(() -> {
            while (!listed.get()) {
                await(store.put(scope, FILE + "b", source));
                await(store.delete(scope, FILE + "b"));
            }
        });
        try {
            for (int i = 0; i < 500; i++) {
                await(store.list(""));
            }
        } finally {
            listed.set(true);
            changes.join();
        }
    }

    @Test
    void a_wrong_key_is_refused_by_the_store() {
        FileStore wrong = bucket("another secret");
        assertThatThrownBy(() -> await(wrong.read(seller.scope(true), FILE + "0")))
                .hasStackTraceContaining("returned status 403");
    }

    @ParameterizedTest
    @MethodSource("stores")
    void what_has_no_row_is_swept_away_after_a_day(FileStore store) throws Exception {
        Path source = Files.write(folder.resolve("source"), new byte[] {1});
        Scope scope = seller.scope(true);
        String known = seller.create(io.tollgate.catalog.file.Files.RESOURCE, true, file -> {})
                .get("id")
                .textValue();
        await(store.put(scope, known, source));
        await(store.put(scope, FILE + "a", source));
        hold(FILE + "c", Duration.ofHours(26));
        hold(FILE + "d", Duration.ofHours(24));
        await(store.put(scope, FILE + "c", source));
        await(store.put(scope, FILE + "d", source));
        await(new FileSweep(TestSeller.database(), store, Clock.SYSTEM).sweep());
        assertThat(await(store.read(scope, FILE + "a"))).isNotNull();
        Clock later = () -> Instant.now().plus(Duration.ofHours(25));
        await(new FileSweep(TestSeller.database(), store, later).sweep());
        assertThat(await(store.read(scope, FILE + "a"))).isNull();
        assertThat(await(store.read(scope, known))).isNotNull();
        assertThat(await(store.read(scope, FILE + "c"))).as("held").isNotNull();
        assertThat(await(store.read(scope, FILE + "d"))).as("held no longer").isNull();
    }

    private void hold(String id, Duration length) {
        TestSeller.rows(
                "INSERT INTO pending_file (seller_id, file_id, bytes, created_at, held_until)"
                        + " VALUES ($1, $2, 1, now(), $3) ON CONFLICT DO NOTHING",
                seller.id(),
                id,
                Instant.now().plus(length).atOffset(ZoneOffset.UTC));
    }
}
