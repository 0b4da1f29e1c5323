package io.tollgate.tools.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.pdf.PdfReader;
import io.tollgate.tools.demo.DemoContents.DemoContent;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.ZipInputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** Each demo file has a content, of the type and size of its row. */
class DemoFilesTest {
    @Test
    void picturesAreSmallAndAlwaysTheSame() throws Exception {
        for (int i = 0; i < 6; i++) {
            byte[] drawn = DemoPictures.draw(i, i % 2 == 0 ? "jpeg" : "png");
            BufferedImage image = ImageIO.read(new ByteArrayInputStream(drawn));
            assertThat(image.getWidth()).isEqualTo(DemoPictures.WIDTH);
            assertThat(image.getHeight()).isEqualTo(DemoPictures.HEIGHT);
            assertThat(drawn).hasSizeLessThan(50_000).isEqualTo(DemoPictures.draw(i, i % 2 == 0 ? "jpeg" : "png"));
            assertThat(drawn).isNotEqualTo(DemoPictures.draw(i + 1, i % 2 == 0 ? "jpeg" : "png"));
        }
    }

    @Test
    void filesAreWhatTheirNamesSay() throws Exception {
        assertThat(PdfReader.text(DemoContents.file("Überblick.pdf").bytes())).contains("demo file of Tollgate");
        DemoContent zip = DemoContents.file("presets.zip");
        try (ZipInputStream entries = new ZipInputStream(new ByteArrayInputStream(zip.bytes()))) {
            assertThat(entries.getNextEntry().getName()).isEqualTo("demo.txt");
        }
        assertThat(DemoContents.file("list.txt").type()).isEqualTo("text/plain");
    }

    @Test
    void everyFileOfASellerIsStored() throws Exception {
        Map<String, byte[]> stored = new HashMap<>();
        DemoFiles files = new DemoFiles() {
            @Override
            public String location(String sellerId, String fileId) {
                return "https://pay.example/files/" + sellerId + "/" + fileId;
            }

            @Override
            public void store(String sellerId, String fileId, byte[] content) {
                stored.put(location(sellerId, fileId), content);
            }
        };
        try (TestDatabase database = new TestDatabase()) {
            Demo.load(
                    database.jdbcUrl(),
                    new DemoOptions(20, 1, 1, Instant.parse("2026-01-01T00:00:00Z"), 30),
                    files,
                    Progress.SILENT);
            Map<String, Integer> sizes = new HashMap<>();
            try (Connection connection = DriverManager.getConnection(database.jdbcUrl());
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(
                            "SELECT document ->> 'location', (document ->> 'size')::int FROM file")) {
                while (rows.next()) {
                    sizes.put(rows.getString(1), rows.getInt(2));
                }
            }
            assertThat(sizes).hasSizeGreaterThan(8);
            Map<String, Integer> storedSizes = new HashMap<>();
            stored.forEach((location, content) -> storedSizes.put(location, content.length));
            assertThat(storedSizes).isEqualTo(sizes);
        }
    }
}
