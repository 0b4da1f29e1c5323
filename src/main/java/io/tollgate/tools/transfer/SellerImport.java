package io.tollgate.tools.transfer;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.secret.Secrets;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads an archive of {@link SellerExport} into an installation. All rows are written in one transaction, which is
 * committed only if the database returns the same rows as the former one did. Blocks.
 *
 * @param url of the database
 */
public record SellerImport(String url, Secrets secrets, SellerFiles files) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int EXAMPLES = 5;

    /** What was imported, or would be. */
    public record Imported(String sellerName, long rows, int files) {}

    /**
     * Imports the seller of an archive.
     *
     * @param checkOnly whether to check the archive and to take the import back
     * @throws StartRefused if the archive is not complete, or does not fit this installation. Then no row was written.
     */
    public Imported read(Path archive, boolean checkOnly) {
        try (ZipFile zip = new ZipFile(archive.toFile());
                TransferConnection target = TransferConnection.open(url)) {
            SellerManifest manifest = manifest(zip);
            List<SellerTable> tables = SellerTable.all(target.connection());
            refuse(problems(target, manifest, tables));
            load(zip, target, manifest, tables);
            refuse(differences(target, manifest, tables));
            storeFiles(zip, manifest, checkOnly);
            if (!checkOnly) {
                target.connection().commit();
            }
            return new Imported(
                    manifest.sellerName(), manifest.rows(), manifest.files().size());
        } catch (SQLException failed) {
            throw new StartRefused("database error: " + StartRefused.reason(failed), failed);
        } catch (NoSuchFileException missing) {
            throw new StartRefused(archive + " does not exist", missing);
        } catch (IOException failed) {
            throw new StartRefused("reading %s failed: %s".formatted(archive, StartRefused.reason(failed)), failed);
        }
    }

    private static SellerManifest manifest(ZipFile zip) throws IOException {
        try (InputStream content = entry(zip, SellerManifest.NAME)) {
            return JSON.readValue(content, SellerManifest.class);
        }
    }

    private static InputStream entry(ZipFile zip, String name) throws IOException {
        @Nullable ZipEntry entry = zip.getEntry(name);
        if (entry == null) {
            throw new IOException("it has no " + name + ", so it is no complete archive of a seller");
        }
        return zip.getInputStream(entry);
    }

    private static void refuse(List<String> problems) {
        if (!problems.isEmpty()) {
            throw new StartRefused(problems);
        }
    }

    private List<String> problems(TransferConnection target, SellerManifest manifest, List<SellerTable> tables)
            throws SQLException {
        List<String> problems = new ArrayList<>();
        if (manifest.format() != SellerManifest.FORMAT) {
            problems.add("the archive has format %d; this version reads %d"
                    .formatted(manifest.format(), SellerManifest.FORMAT));
            return problems;
        }
        String schema = target.schema();
        if (!schema.equals(manifest.schema())) {
            problems.add(
                    "the archive has version %s of the schema, and the database %s: use one version of Tollgate for"
                                    .formatted(manifest.schema(), schema)
                            + " both");
        } else if (!columns(manifest).equals(columns(tables))) {
            problems.add("the archive has other tables or columns than the database");
        }
        List<String> known = SellerExport.secretIds(secrets);
        List<String> unknown =
                manifest.secrets().stream().filter(id -> !known.contains(id)).toList();
        if (!unknown.isEmpty()) {
            problems.add("API keys and encrypted values of the seller need the master secret %s: add the secret of the"
                            .formatted(String.join(", ", unknown))
                    + " former installation below the one of this installation");
        }
        if (!target.texts("SELECT id FROM seller WHERE id = ?", manifest.sellerId())
                .isEmpty()) {
            problems.add("this installation has the seller already");
        } else if (!target.texts("SELECT id FROM seller WHERE name = ?", manifest.sellerName())
                .isEmpty()) {
            problems.add("this installation has another seller named " + manifest.sellerName());
        }
        return problems;
    }

    private static Map<String, List<String>> columns(SellerManifest manifest) {
        return manifest.tables().stream()
                .collect(Collectors.toMap(SellerManifest.Rows::table, SellerManifest.Rows::columns));
    }

    private static Map<String, List<String>> columns(List<SellerTable> tables) {
        return tables.stream().collect(Collectors.toMap(SellerTable::name, SellerTable::columns));
    }

    private static Map<String, SellerManifest.Rows> byTable(SellerManifest manifest) {
        return manifest.tables().stream().collect(Collectors.toMap(SellerManifest.Rows::table, Function.identity()));
    }

    private static void load(ZipFile zip, TransferConnection target, SellerManifest manifest, List<SellerTable> tables)
            throws SQLException, IOException {
        Map<String, SellerManifest.Rows> rows = byTable(manifest);
        for (SellerTable table : tables) {
            try (InputStream content =
                    entry(zip, Objects.requireNonNull(rows.get(table.name())).entry())) {
                target.copies().copyIn(table.copyIn(), content);
            }
        }
    }

    /** Compares what the database returns with what the former one returned. */
    private static List<String> differences(
            TransferConnection target, SellerManifest manifest, List<SellerTable> tables)
            throws SQLException, IOException {
        Map<String, SellerManifest.Rows> expected = byTable(manifest);
        List<String> problems = new ArrayList<>();
        for (SellerTable table : tables) {
            SellerManifest.Rows found = target.send(table, manifest.sellerId(), OutputStream.nullOutputStream());
            if (!found.equals(expected.get(table.name()))) {
                problems.add("the rows of %s are not those of the former installation".formatted(table.name()));
            }
        }
        return problems;
    }

    /** Stores the bytes before the rows, so that every row has its bytes. */
    private void storeFiles(ZipFile zip, SellerManifest manifest, boolean checkOnly) throws IOException {
        List<String> damaged = new ArrayList<>();
        for (SellerManifest.Bytes file : manifest.files()) {
            try (InputStream content = entry(zip, file.entry())) {
                byte[] bytes = content.readAllBytes();
                if (bytes.length != file.bytes() || !SellerExport.sha256(bytes).equals(file.sha256())) {
                    damaged.add(file.id());
                } else if (!checkOnly) {
                    files.store(manifest.sellerId(), file.id(), bytes);
                }
            }
        }
        if (!damaged.isEmpty()) {
            throw new StartRefused("the bytes of %d files are damaged, for example %s"
                    .formatted(damaged.size(), damaged.stream().limit(EXAMPLES).collect(Collectors.joining(", "))));
        }
    }
}
