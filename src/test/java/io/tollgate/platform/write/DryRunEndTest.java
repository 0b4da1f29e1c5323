package io.tollgate.platform.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.file.FileSamples;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.OwnShop;
import io.tollgate.support.PageType;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dry run ends like its write: it fails if the commit would fail, and stores no files. */
class DryRunEndTest {
    @TempDir
    private static Path files;

    private static OwnShop shop;

    @BeforeAll
    static void open() {
        shop = OwnShop.open(Map.of("storage.folder", files.toString()));
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    private static String booking(String email) {
        Shelf event = shop.page(PageType.EVENT, 2500, 5);
        return TestShop.booking(event, email, 1, "\"complimentary\": true,");
    }

    private static Reply book(String email, boolean dry) {
        return shop.api().post("/v1/bookings" + (dry ? "?dryRun=true" : ""), booking(email));
    }

    @Test
    void statementThatTheWriteDoesNotWaitForFailsTheDryRun() throws SQLException {
        book("ada@example.com", true).expect(201);
        shop.run("ALTER TABLE ticket ADD CONSTRAINT none CHECK (false) NOT VALID");
        try {
            book("ada@example.com", false).expect(500);
            book("ada@example.com", true).expect(500);
        } finally {
            shop.run("ALTER TABLE ticket DROP CONSTRAINT none");
        }
    }

    @Test
    void constraintThatTheCommitChecksFailsTheDryRun() throws SQLException {
        shop.run(
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE check_violation; END$$",
                "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON ticket DEFERRABLE INITIALLY DEFERRED"
                        + " FOR EACH ROW EXECUTE FUNCTION refuse()");
        try {
            book("eve@example.com", false).expect(500);
            book("eve@example.com", true).expect(500);
        } finally {
            shop.run("DROP TRIGGER late ON ticket", "DROP FUNCTION refuse");
        }
    }

    private static Future<?> one(SqlConnection transaction) {
        return transaction.query("SELECT 1").execute();
    }

    @Test
    void statementsThatFollowOneAnotherAreComplete() {
        Scope scope = new Scope(TestGateway.shared().seller().id(), true);
        boolean complete = TestSeller.await(TestSeller.database().write(scope, transaction -> {
            Future<?> all = one(transaction).compose(first -> one(transaction)).compose(second -> one(transaction));
            PipelinedStatements pipelined = new PipelinedStatements();
            pipelined.add(all);
            return DryRun.undo(transaction, pipelined, null)
                    .transform(undone -> Future.succeededFuture(all.isComplete()));
        }));
        assertThat(complete).isTrue();
    }

    @Test
    void uploadStoresNoBytes() throws IOException {
        byte[] image = FileSamples.png(600, 2);
        shop.api()
                .send(
                        "POST",
                        "/v1/files/upload?dryRun=true",
                        Map.of("Content-Type", FileSamples.FORM),
                        FileSamples.form("image", "a.png", image))
                .expect(201);
        try (Stream<Path> stored = Files.walk(files)) {
            assertThat(stored.filter(Files::isRegularFile)).isEmpty();
        }
        FileSamples.upload(shop.api(), "image", "a.png", image).expect(201);
        try (Stream<Path> stored = Files.walk(files)) {
            assertThat(stored.filter(Files::isRegularFile)).isNotEmpty();
        }
    }
}
