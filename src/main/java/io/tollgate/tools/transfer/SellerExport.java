package io.tollgate.tools.transfer;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.db.PrivateFile;
import io.tollgate.platform.http.Sha256;
import io.tollgate.platform.secret.RotatingKey;
import io.tollgate.platform.secret.Secrets;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes everything that an installation has of one seller to an archive: rows, files and encrypted secrets. Shows the
 * rows of one moment. Blocks.
 *
 * @param url of the database
 */
public record SellerExport(String url, Secrets secrets, SellerFiles files) {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String FILES = """
            SELECT id FROM (
                SELECT seller_id, id FROM file UNION SELECT seller_id, file_id FROM pending_file
                UNION SELECT seller_id, id FROM export_part) f
            WHERE seller_id = ? ORDER BY id COLLATE "C"
            """;

    /** What was exported. */
    public record Exported(long rows, int files, List<String> filesWithoutBytes) {}

    /**
     * Writes the archive, which must not exist. Deletes it if the export fails.
     *
     * @throws StartRefused if there is no such seller, or the archive cannot be written
     */
    public Exported write(String sellerName, Path archive) {
        try (TransferConnection source = TransferConnection.open(url)) {
            source.connection().setReadOnly(true);
            List<String> ids = source.texts("SELECT id FROM seller WHERE name = ?", sellerName);
            if (ids.isEmpty()) {
                throw new StartRefused("no seller named " + sellerName);
            }
            return write(source, ids.get(0), sellerName, archive);
        } catch (SQLException failed) {
            throw new StartRefused("database error: " + StartRefused.reason(failed), failed);
        } catch (FileAlreadyExistsException exists) {
            throw new StartRefused(archive + " exists already", exists);
        } catch (IOException failed) {
            throw new StartRefused("writing %s failed: %s".formatted(archive, StartRefused.reason(failed)), failed);
        }
    }

    private Exported write(TransferConnection source, String sellerId, String sellerName, Path archive)
            throws SQLException, IOException {
        OutputStream file = PrivateFile.create(archive);
        try (file) {
            return write(source, sellerId, sellerName, file);
        } catch (IOException | SQLException | RuntimeException failed) {
            Files.deleteIfExists(archive);
            throw failed;
        }
    }

    private Exported write(TransferConnection source, String sellerId, String sellerName, OutputStream file)
            throws SQLException, IOException {
        ZipOutputStream archive = new ZipOutputStream(new BufferedOutputStream(file));
        List<SellerManifest.Rows> tables = new ArrayList<>();
        for (SellerTable table : SellerTable.all(source.connection())) {
            archive.putNextEntry(new ZipEntry("tables/" + table.name() + ".copy"));
            tables.add(source.send(table, sellerId, new Unclosed(archive)));
            archive.closeEntry();
        }
        List<String> missing = new ArrayList<>();
        List<SellerManifest.Bytes> stored = new ArrayList<>();
        for (String id : source.texts(FILES, sellerId)) {
            byte[] bytes = files.read(sellerId, id);
            if (bytes == null) {
                missing.add(id);
                continue;
            }
            SellerManifest.Bytes described = new SellerManifest.Bytes(id, bytes.length, sha256(bytes));
            archive.putNextEntry(new ZipEntry(described.entry()));
            archive.write(bytes);
            archive.closeEntry();
            stored.add(described);
        }
        SellerManifest manifest = new SellerManifest(
                SellerManifest.FORMAT,
                source.schema(),
                sellerId,
                sellerName,
                Times.text(Clock.SYSTEM.now()),
                secretIds(secrets),
                tables,
                stored);
        archive.putNextEntry(new ZipEntry(SellerManifest.NAME));
        archive.write(JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(manifest));
        archive.closeEntry();
        archive.finish();
        archive.flush();
        return new Exported(manifest.rows(), stored.size(), missing);
    }

    static List<String> secretIds(Secrets secrets) {
        return secrets.keyPepper().versions().stream()
                .map(RotatingKey.Version::id)
                .toList();
    }

    static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(Sha256.digest().digest(bytes));
    }

    /** An entry of an archive: closing it does not close the archive. */
    private static final class Unclosed extends FilterOutputStream {
        Unclosed(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
        }

        @Override
        public void close() {}
    }
}
