package io.tollgate.tools.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.app.Config;
import io.tollgate.app.TestEndpoints;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.secret.Secrets;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.PageOrders;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import io.tollgate.tools.demo.TestDatabase;
import io.tollgate.tools.doctor.Doctor;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A seller moves from one installation to another with everything. */
class SellerTransferTest {
    private static final TestGateway FORMER = TestGateway.shared();
    private static final String FROM = io.tollgate.support.TestDatabase.url();
    private static final String WEBHOOK = """
            {"name": "Hook", "url": "https://hooks.example.com/moved", "events": ["booking.created"]}""";

    @TempDir
    private static Path folder;

    private static TestSeller seller;
    private static Shelf event;
    private static Path archive;
    private static MemoryFiles files;

    /** The bytes of files by id. */
    private static final class MemoryFiles implements SellerFiles {
        final Map<String, byte[]> stored = new HashMap<>();

        @Override
        public byte[] read(String sellerId, String fileId) {
            return stored.get(fileId);
        }

        @Override
        public void store(String sellerId, String fileId, byte[] content) {
            stored.put(fileId, content);
        }
    }

    @BeforeAll
    static void export() throws Exception {
        seller = FORMER.seller();
        new PageOrders(FORMER, seller).send();
        event = new TestShop(FORMER, seller).event("", "", "{'name': 'Seat', 'price': 0}");
        seller.live().post("/v1/webhooks", WEBHOOK).expect(201);
        book(seller.live(), "before@example.com");
        String file = FileSamples.upload(seller.live(), "image", "dot.png", FileSamples.png(2, 2))
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        files = new MemoryFiles();
        files.stored.put(file, "picture".getBytes(StandardCharsets.UTF_8));
        archive = folder.resolve("seller.zip");
        SellerExport.Exported exported =
                new SellerExport(FROM, TestGateway.secrets(), files).write(seller.name(), archive);
        assertThat(exported.files()).isOne();
        assertThat(exported.rows()).isGreaterThan(200);
    }

    private static TestGateway gateway(TestDatabase database) {
        return TestGateway.stepped(Map.of("database.url", database.url()), Clock.SYSTEM, outside -> outside);
    }

    private static void book(TestApi api, String email) {
        api.post("/v1/bookings", TestShop.booking(event, email, 1, "")).expect(201);
    }

    private static SellerImport into(String url, Secrets secrets, SellerFiles files) {
        return new SellerImport(url, secrets, files);
    }

    private static List<String> rows(TestDatabase database, String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl())) {
            return FirstColumn.of(connection, sql);
        }
    }

    private static String lastBookingChange() throws Exception {
        try (Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(FROM))) {
            return FirstColumn.of(
                            connection,
                            "SELECT max(seq)::text FROM booking_change WHERE livemode AND seller_id = '" + seller.id()
                                    + "'")
                    .get(0);
        }
    }

    @Test
    void everything_arrives_and_goes_on() throws Exception {
        try (TestDatabase to = new TestDatabase();
                TestGateway next = gateway(to)) {
            // The next number of the new database is one that a row had in the former one.
            to.run("ALTER SEQUENCE booking_change_seq_seq RESTART WITH " + lastBookingChange());
            MemoryFiles moved = new MemoryFiles();
            assertThat(into(to.url(), TestGateway.secrets(), moved)
                            .read(archive, true)
                            .sellerName())
                    .isEqualTo(seller.name());
            assertThat(moved.stored).isEmpty();
            assertThat(rows(to, "SELECT id FROM payment")).isEmpty();

            into(to.url(), TestGateway.secrets(), moved).read(archive, false);

            assertThat(moved.stored).hasSize(1);
            moved.stored.forEach((id, bytes) -> assertThat(bytes).isEqualTo(files.stored.get(id)));
            for (boolean live : new boolean[] {true, false}) {
                String key = live ? seller.liveKey() : seller.testKey();
                for (Resource resource : TestEndpoints.paged()) {
                    String list = resource.path() + "?limit=100";
                    assertThat(body(next, key, list)).as(list).isEqualTo(body(FORMER, key, list));
                }
            }
            goOn(to, next);
        }
    }

    /** Returns a response without what differs: addresses, times of links, and visits that are not stored yet. */
    private static String body(TestGateway gateway, String key, String path) {
        return gateway.api(key)
                .get(path)
                .expect(200)
                .body()
                .replaceAll("http://localhost:\\d+|(expires|signature)=[^\"&]*|\"visitCount\":\\d+", "");
    }

    /** The seller sells, and all counts, numbers and events continue. */
    private static void goOn(TestDatabase to, TestGateway next) throws Exception {
        TestApi api = next.api(seller.liveKey());
        long before = api.get("/v1/bookings").total();
        for (int i = 0; i < 5; i++) {
            book(api, "after" + i + "@example.com");
        }
        assertThat(api.get("/v1/bookings").total()).isEqualTo(before + 5);
        next.settle(seller.scope(true));
        next.numberEvents(seller.scope(true));
        assertThat(api.get("/v1/feed?types=booking.created&limit=100").json().get("data"))
                .hasSize((int) before + 5);
        List<String> problems = new ArrayList<>();
        assertThat(Doctor.check(to.url(), problems::add)).as("%s", problems).isZero();
    }

    @Test
    void an_archive_that_does_not_fit_writes_nothing() throws Exception {
        Secrets others = Config.of(Map.of("secret", "ab".repeat(32))).secrets(false);
        assertThatThrownBy(() -> into(FROM, others, files).read(archive, false))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("master secret")
                .hasMessageContaining("has the seller already");
        try (TestDatabase to = new TestDatabase()) {
            to.run("INSERT INTO seller (id, name, display_name, created_at) VALUES ('6b0ab293aa4cfbbdb0f515d3', '"
                    + seller.name() + "', 'Other', now())");
            assertThatThrownBy(
                            () -> into(to.url(), TestGateway.secrets(), files).read(archive, false))
                    .hasMessageContaining("another seller named " + seller.name());
            to.run("DELETE FROM seller", "ALTER TABLE coupon ADD COLUMN more text");
            assertThatThrownBy(
                            () -> into(to.url(), TestGateway.secrets(), files).read(archive, false))
                    .hasMessageContaining("other tables or columns");
            to.run("INSERT INTO flyway_schema_history SELECT 9999, '9999', 'x', 'SQL', 'x', 1, 'x', now(), 1, true");
            assertThatThrownBy(
                            () -> into(to.url(), TestGateway.secrets(), files).read(archive, false))
                    .hasMessageContaining("use one version of Tollgate for both");
        }
    }

    @Test
    void a_damaged_archive_writes_nothing() throws Exception {
        try (TestDatabase to = new TestDatabase()) {
            Path damaged = Files.copy(archive, folder.resolve("damaged.zip"));
            try (FileSystem zip = FileSystems.newFileSystem(damaged)) {
                Path coupons = zip.getPath("tables/coupon.copy");
                Files.writeString(coupons, Files.readString(coupons).replace("PAGES", "PAGED"));
            }
            assertThatThrownBy(
                            () -> into(to.url(), TestGateway.secrets(), files).read(damaged, false))
                    .hasMessageContaining("the rows of coupon are not those of the former installation");

            Path cut = Files.copy(archive, folder.resolve("cut.zip"));
            try (FileSystem zip = FileSystems.newFileSystem(cut)) {
                Path file =
                        zip.getPath("files/" + files.stored.keySet().iterator().next());
                Files.writeString(file, "pictur");
            }
            assertThatThrownBy(
                            () -> into(to.url(), TestGateway.secrets(), files).read(cut, false))
                    .hasMessageContaining("the bytes of 1 files are damaged");

            Path other = folder.resolve("other.zip");
            Files.writeString(other, "no archive");
            assertThatThrownBy(
                            () -> into(to.url(), TestGateway.secrets(), files).read(other, false))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("other.zip");
            assertThat(rows(to, "SELECT id FROM seller")).isEmpty();
        }
    }

    @Test
    void the_archive_is_private_and_replaces_no_file() throws Exception {
        assertThat(Files.getPosixFilePermissions(archive)).hasSize(2);
        assertThatThrownBy(() -> new SellerExport(FROM, TestGateway.secrets(), files).write(seller.name(), archive))
                .isInstanceOf(StartRefused.class);
        assertThatThrownBy(() -> new SellerExport(FROM, TestGateway.secrets(), files)
                        .write("nobody", folder.resolve("none.zip")))
                .hasMessageContaining("no seller named nobody");
        assertThat(folder.resolve("none.zip")).doesNotExist();
        assertThat(Files.size(archive)).isPositive();
    }
}
