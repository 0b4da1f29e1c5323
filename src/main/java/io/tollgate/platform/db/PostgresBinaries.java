package io.tollgate.platform.db;

import io.tollgate.platform.config.StartRefused;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * Unpacks the Postgres programs from their Maven artifact, once per user and version.
 *
 * <p>The folder is writable only by this user. In the shared temporary folder, another user could have planted
 * programs.
 */
final class PostgresBinaries {
    private PostgresBinaries() {}

    /** Returns the folder that contains {@code bin}, {@code lib} and {@code share}. */
    static synchronized Path unpacked(Path dataDir, Consumer<String> progress) {
        try {
            byte[] archive = archive();
            Path parent = cache(dataDir);
            Path folder = parent.resolve("postgres-" + checksum(archive));
            try (FileChannel channel = FileChannel.open(
                            parent.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (lock.isValid() && !Files.isDirectory(folder)) {
                    progress.accept("Unpacking Postgres into " + folder);
                    unpackWhole(archive, folder);
                }
            }
            return folder;
        } catch (IOException failed) {
            throw new StartRefused("Postgres cannot be unpacked: " + StartRefused.reason(failed), failed);
        }
    }

    /** Returns the cache folder. Falls back to the data folder for users without a home, such as system users. */
    private static Path cache(Path dataDir) throws IOException {
        String given = Optional.ofNullable(System.getenv("XDG_CACHE_HOME")).orElse("");
        Path ours = PostgresUser.isRoot()
                ? Path.of("/var/cache/tollgate")
                : given.isEmpty()
                        ? Path.of(System.getProperty("user.home"), ".cache", "tollgate")
                        : Path.of(given, "tollgate");
        try {
            Files.createDirectories(ours);
        } catch (IOException notOurs) {
            return Files.createDirectories(dataDir.resolve("cache"));
        }
        return Files.isWritable(ours) ? ours : Files.createDirectories(dataDir.resolve("cache"));
    }

    /** Reads the archive by name, because the library's own lookup leaves a temporary file each time. */
    private static byte[] archive() throws IOException {
        String system = System.getProperty("os.name").startsWith("Mac") ? "darwin" : "linux";
        String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String name = "/postgres-%s-%s.txz".formatted(system, machine.equals("amd64") ? "x86_64" : machine);
        try (InputStream in = PostgresBinaries.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new StartRefused(
                        "no embedded Postgres for %s on %s; use --database-url".formatted(system, machine));
            }
            return in.readAllBytes();
        }
    }

    private static String checksum(byte[] archive) {
        CRC32 crc = new CRC32();
        crc.update(archive);
        return "%08x".formatted(crc.getValue());
    }

    /** Unpacks to a draft and renames it when complete, so that the folder is never half filled. */
    private static void unpackWhole(byte[] archive, Path folder) throws IOException {
        Path draft = folder.resolveSibling(folder.getFileName() + ".draft");
        Folders.delete(draft);
        Files.createDirectories(draft);
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new XZInputStream(new ByteArrayInputStream(archive)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                unpackOne(tar, entry, draft);
            }
        }
        Files.move(draft, folder, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void unpackOne(TarArchiveInputStream tar, TarArchiveEntry entry, Path folder) throws IOException {
        Path target = folder.resolve(entry.getName()).normalize();
        if (!target.startsWith(folder)) {
            throw new IOException("invalid path in the archive: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return;
        }
        Files.createDirectories(target.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
        } else if (entry.isLink()) {
            Files.createLink(target, folder.resolve(entry.getLinkName()));
        } else {
            Files.copy(tar, target);
            Files.setPosixFilePermissions(target, Folders.permissions((entry.getMode() & 0100) != 0));
        }
    }
}
