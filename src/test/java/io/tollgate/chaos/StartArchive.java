package io.tollgate.chaos;

import io.tollgate.Main;
import io.tollgate.support.TemporaryFolders;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * The class archive for gateway processes of tests, as {@code scripts/run} uses it. The JVM does not archive classes of
 * folders, so the program is packed into a jar first.
 */
final class StartArchive {
    private static final class Shared {
        static final StartArchive ARCHIVE = create();
    }

    private final String classPath;
    private final Path file;

    private StartArchive(String classPath, Path file) {
        this.classPath = classPath;
        this.file = file;
    }

    /** One for the whole test run, created on first use. */
    static StartArchive shared() {
        return Shared.ARCHIVE;
    }

    /** Returns the options of the JVM. */
    List<String> options() {
        return List.of("-XX:SharedArchiveFile=" + file, "-cp", classPath);
    }

    private static StartArchive create() {
        try {
            Path folder = Files.createTempDirectory("tollgate-chaos-archive-");
            TemporaryFolders.deleteAtExit(folder, () -> {});
            StartArchive archive = new StartArchive(classPath(folder), folder.resolve("start.jsa"));
            String dump = "-XX:ArchiveClassesAtExit=" + archive.file;
            try (GatewayProcess gateway = GatewayProcess.on(FaultRun.postgres().url(), Map.of())
                    .with(dump)
                    .withClassPath(archive.classPath)
                    .start()
                    .awaitReady()) {
                gateway.terminate();
                gateway.ended(Duration.ofSeconds(120));
            }
            if (!Files.exists(archive.file)) {
                throw new IllegalStateException("Java made no archive of classes");
            }
            return archive;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String classPath(Path folder) throws IOException {
        List<String> jars = new ArrayList<>(List.of(packed(folder).toString()));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (Files.isRegularFile(Path.of(entry))) {
                jars.add(entry);
            }
        }
        return jars.stream().distinct().collect(Collectors.joining(File.pathSeparator));
    }

    private static Path packed(Path folder) throws IOException {
        Path jar = folder.resolve("tollgate.jar");
        Path classes = classes();
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.skip(1).toList()) {
                // Migrations are found by the entry of their folder.
                boolean folderEntry = Files.isDirectory(file);
                out.putNextEntry(new ZipEntry(classes.relativize(file) + (folderEntry ? "/" : "")));
                if (!folderEntry) {
                    Files.copy(file, out);
                }
            }
        }
        return jar;
    }

    private static Path classes() {
        try {
            return Path.of(Main.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
