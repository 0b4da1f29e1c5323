package io.tollgate.sales.savedexport;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.checkoutpage.CheckoutPages;
import io.tollgate.catalog.file.FileQuota;
import io.tollgate.catalog.file.FileStore;
import io.tollgate.platform.api.ResourceRoutes;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.export.AnswerSource;
import io.tollgate.platform.export.CsvTexts;
import io.tollgate.platform.export.ExportSettings;
import io.tollgate.platform.export.ExportSlots;
import io.tollgate.platform.export.Exports;
import io.tollgate.platform.export.ListFile;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.SearchMemory;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.TaskHandlers;
import io.tollgate.platform.task.TaskRunner;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A file is made of parts: a run that crashes is continued, and what it has stored is used. */
class ExportRunTest {
    private static final TestGateway GATEWAY = TestGateway.shared();
    private static final int RECORDS = 230;
    private static final int RECORD_BYTES = 50_000;

    private final TestSeller seller = GATEWAY.seller();
    private final TestApi api = seller.live();
    private final Scope scope = seller.scope(true);
    private final MemoryStore store = new MemoryStore();

    /** Stores parts until it has as many as it takes. */
    private static final class MemoryStore implements FileStore {
        private final Map<String, Buffer> stored = new LinkedHashMap<>();
        private final List<String> deleted = new ArrayList<>();
        private int room = Integer.MAX_VALUE;

        @Override
        public Future<Void> put(Scope scope, String fileId, Path from) {
            if (stored.size() >= room) {
                return Future.failedFuture(new IOException("the store is away"));
            }
            try {
                stored.put(fileId, Buffer.buffer(Files.readAllBytes(from)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return Future.succeededFuture();
        }

        @Override
        public Future<Buffer> read(Scope scope, String fileId) {
            return Future.succeededFuture(stored.get(fileId));
        }

        @Override
        public Future<Void> putSize(Scope scope, String fileId, int width, byte[] picture) {
            return Future.succeededFuture();
        }

        @Override
        public Future<Buffer> readSize(Scope scope, String fileId, int width) {
            return Future.succeededFuture();
        }

        @Override
        public Future<Void> delete(Scope scope, String fileId) {
            deleted.add(fileId);
            stored.remove(fileId);
            return Future.succeededFuture();
        }

        @Override
        public Future<List<StoredFile>> list(String after) {
            return Future.succeededFuture(List.of());
        }

        Buffer bytes() {
            Buffer all = Buffer.buffer();
            stored.values().forEach(all::appendBuffer);
            return all;
        }
    }

    @BeforeEach
    void createRecords() {
        for (int i = 0; i < RECORDS; i++) {
            seller.create(Payments.RESOURCE, true, record -> record.put("userAgent", "x".repeat(RECORD_BYTES)));
        }
        api.post("/v1/exports", "{\"list\": \"payments\"}").expect(201);
    }

    /** Runs the task as a new instance would. */
    private void run() {
        Records records = new Records(TestSeller.database(), Clock.SYSTEM, new SearchMemory());
        Exports exports = new Exports(
                records,
                new ExportSlots(new ExportSettings(1, 1, 1_000, 30)),
                Clock.SYSTEM,
                new CsvTexts(id -> Future.succeededFuture(ZoneOffset.UTC), currency -> 2),
                Map.of("/v1/payments", AnswerSource.of(CheckoutPages.RESOURCE)));
        ExportedLists lists = new ExportedLists(
                exports,
                Map.of(
                        "payments",
                        new ListFile.Source(Payments.RESOURCE, ResourceRoutes.shown(ResourceRoutes.UNCHANGED))));
        SavedExportParts parts = new SavedExportParts(
                new WriteExecutor(TestSeller.database(), Clock.SYSTEM),
                lists,
                store,
                new FileQuota(Long.MAX_VALUE / 2),
                new ExportLinks(TestGateway.secrets().linkKey(), "http://localhost", Clock.SYSTEM),
                Duration.ofDays(30));
        TestSeller.rows(
                "UPDATE processor_task SET due_at = now() - interval '1 second' WHERE seller_id = $1", seller.id());
        TaskHandlers handlers = new TaskHandlers().add(ExportRun.KIND, new ExportRun(GATEWAY.vertx(), parts));
        TestSeller.await(new TaskRunner(TestSeller.database(), Clock.SYSTEM, handlers).run(scope));
    }

    private String status() {
        return api.get("/v1/exports").json().at("/data/0/status").textValue();
    }

    private String csv() {
        return api.send("GET", "/v1/payments", Map.of("Accept", "text/csv"))
                .expect(200)
                .body();
    }

    @Test
    void aRunContinuesBehindTheLastStoredPart() {
        store.room = 1;
        run();
        assertThat(status()).isEqualTo("running");
        String first = store.stored.keySet().iterator().next();
        store.room = Integer.MAX_VALUE;
        run();
        assertThat(status()).isEqualTo("ready");
        assertThat(store.stored).hasSizeGreaterThan(2);
        assertThat(store.stored.keySet().iterator().next()).isEqualTo(first);
        assertThat(store.bytes().toString()).isEqualTo(csv());
        long used = TestSeller.rows("SELECT used_bytes FROM seller_storage WHERE seller_id = $1", seller.id())
                .iterator()
                .next()
                .getLong(0);
        assertThat(used).isEqualTo(store.bytes().length());
    }

    /** A page got a field meanwhile, so the header of the first part is no longer that of the list. */
    @Test
    void aFileWhoseColumnsChangeBeginsAnew() {
        store.room = 1;
        run();
        String first = store.stored.keySet().iterator().next();
        api.post(
                        "/v1/checkout-pages",
                        "{\"name\": \"Mug\", \"fields\": [{\"label\": \"Engraving\", \"element\": \"text\"}]}")
                .expect(201);
        store.room = Integer.MAX_VALUE;
        run();
        assertThat(status()).isEqualTo("ready");
        assertThat(store.deleted).containsExactly(first);
        assertThat(store.bytes().toString()).contains("fields.Engraving").isEqualTo(csv());
    }

    @Test
    void aDeletedExportIsNotContinued() {
        store.room = 1;
        run();
        String id = api.get("/v1/exports").ids().get(0);
        api.send("DELETE", "/v1/exports/" + id, Map.of()).expect(200);
        store.room = Integer.MAX_VALUE;
        run();
        assertThat(store.stored).hasSize(1);
        assertThat(TestSeller.rows("SELECT FROM export_part WHERE seller_id = $1", seller.id())
                        .size())
                .isZero();
    }
}
