package io.tollgate.build;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The packaged jar matches the list of its contents. Runs after packaging, apart from the other tests. */
class PackagedJarCheck {
    private static final Path TARGET = Path.of("target");

    /** The libraries in the list, by {@code group:name:version}. */
    private static final Map<String, JsonNode> LISTED = new HashMap<>();

    private static final Set<String> PACKED = new HashSet<>();

    @BeforeAll
    static void read() throws IOException {
        JsonNode bom = new ObjectMapper().readTree(TARGET.resolve("bom.json").toFile());
        for (JsonNode component : bom.get("components")) {
            LISTED.put(
                    component.get("group").textValue()
                            + ":" + component.get("name").textValue()
                            + ":" + component.get("version").textValue(),
                    component);
        }
        PACKED.addAll(classes(packaged()));
    }

    private static Path packaged() throws IOException {
        try (var files = Files.newDirectoryStream(TARGET, "tollgate*-all.jar")) {
            return files.iterator().next();
        }
    }

    private static Set<String> classes(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            Set<String> names = new TreeSet<>();
            file.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".class") && !name.endsWith("module-info.class"))
                    .forEach(names::add);
            return names;
        }
    }

    private static String coordinates(Artifact library) {
        return library.key() + ":" + library.version();
    }

    private static boolean isPacked(Artifact library) throws IOException {
        Set<String> own = classes(library.file());
        return !own.isEmpty() && PACKED.containsAll(own);
    }

    @Test
    void each_library_in_the_jar_is_listed() throws IOException {
        Set<String> packed = new TreeSet<>();
        for (Artifact library : Artifact.all()) {
            if (isPacked(library)) {
                packed.add(coordinates(library));
            }
        }
        assertThat(packed).hasSizeGreaterThan(50);
        assertThat(LISTED.keySet()).containsAll(packed);
    }

    @Test
    void each_listed_library_is_in_the_jar_byte_by_byte_the_one_that_was_tested() throws Exception {
        Set<String> found = new HashSet<>();
        for (Artifact library : Artifact.all()) {
            JsonNode listed = LISTED.get(coordinates(library));
            if (listed == null) {
                continue;
            }
            Set<String> own = classes(library.file());
            assertThat(PACKED).as(library.key()).containsAll(own);
            assertThat(own.isEmpty() || sha256(listed).contains(sha256(library.file())))
                    .as("%s has the listed hash", library.key())
                    .isTrue();
            found.add(coordinates(library));
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(LISTED.keySet());
    }

    private static Set<String> sha256(JsonNode component) {
        Set<String> hashes = new HashSet<>();
        for (JsonNode hash : component.get("hashes")) {
            hashes.add(hash.get("content").textValue());
        }
        return hashes;
    }

    private static String sha256(Path file) throws Exception {
        java.security.MessageDigest digest = java.security.MessageDigest.getInstance("SHA-256");
        try (InputStream in = Files.newInputStream(file)) {
            in.transferTo(new java.security.DigestOutputStream(java.io.OutputStream.nullOutputStream(), digest));
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
