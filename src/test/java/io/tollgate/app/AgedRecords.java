package io.tollgate.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.catalog.file.FileStores;
import io.tollgate.catalog.file.StorageSettings;
import io.tollgate.catalog.file.SubmittedFiles;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Deletes the records of a seller as if they were old. */
final class AgedRecords {
    private static final Map<String, String> FOLDER = Map.of("storage.folder", "target/aged-files");

    private AgedRecords() {}

    /** Deletes all submissions, one of them with a file, and all carts as if they had ended. Returns their number. */
    static int delete(TestGateway gateway, Database database, TestSeller seller) {
        FileSamples.upload(seller.live(), "image", "b.png", FileSamples.png(4, 4))
                .expect(201);
        for (String change : List.of(
                "UPDATE payment SET status = 'draft_expired' WHERE seller_id = $1 AND status = 'draft'",
                "UPDATE booking SET status = 'draft_expired' WHERE seller_id = $1 AND status = 'draft'",
                "UPDATE subscription SET status = 'draft_expired' WHERE seller_id = $1 AND status = 'draft'",
                "UPDATE checkout_draft SET status = 'EXPIRED', form = NULL, ended_at = now()"
                        + " WHERE seller_id = $1 AND status IN ('OPEN', 'ABANDONED')",
                "INSERT INTO submission_file (seller_id, file_id, submission_id) SELECT f.seller_id, f.id, s.id"
                        + " FROM submission s JOIN file f USING (seller_id) WHERE s.seller_id = $1"
                        + " ORDER BY f.id DESC LIMIT 1")) {
            TestSeller.rows(change, seller.id());
        }
        StorageSettings storage = Config.of(FOLDER).storage();
        Retention retention = new Retention(
                database,
                new WriteExecutor(database, () -> Instant.now().plus(Duration.ofDays(2))),
                new SubmittedFiles(FileStores.of(gateway.vertx(), storage, Clock.SYSTEM), storage.quota()),
                new RetentionSettings(1, 1, 30),
                new SimpleMeterRegistry());
        int deleted = TestSeller.await(retention.run(seller.scope(true)));
        assertThat(TestSeller.rows("SELECT FROM submission_file WHERE seller_id = $1", seller.id())
                        .size())
                .isZero();
        return deleted;
    }
}
