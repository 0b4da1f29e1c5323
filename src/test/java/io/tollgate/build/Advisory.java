package io.tollgate.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.artifact.versioning.DefaultArtifactVersion;
import org.apache.maven.artifact.versioning.InvalidVersionSpecificationException;
import org.apache.maven.artifact.versioning.VersionRange;

/**
 * A known vulnerability of a library: one line of {@code src/build/advisories.tsv}.
 *
 * @param artifact {@code group:name}, where the name may end in a star
 * @param accepted the reason why the version may stay, or empty if it may not
 */
record Advisory(String artifact, VersionRange affected, String id, String fixed, String accepted) {
    /** Has Netty's group but versions of its own, so a star does not include it. */
    private static final String APART = "io.netty:netty-tcnative";

    static final Path FILE = Path.of("src/build/advisories.tsv");

    static List<Advisory> all() throws IOException {
        return Files.readAllLines(FILE).stream()
                .filter(line -> !line.startsWith("#"))
                .map(Advisory::of)
                .toList();
    }

    static Advisory of(String line) {
        String[] cells = line.split("\t", -1);
        if (cells.length != 5) {
            throw new IllegalArgumentException("five cells, parted by tabs: " + line);
        }
        try {
            VersionRange affected = VersionRange.createFromVersionSpec(cells[1]);
            if (affected.getRecommendedVersion() != null) {
                throw new IllegalArgumentException("a range, like (,1.2.3): " + line);
            }
            return new Advisory(cells[0], affected, cells[2], cells[3], cells[4]);
        } catch (InvalidVersionSpecificationException wrong) {
            throw new IllegalArgumentException("a range, like (,1.2.3): " + line, wrong);
        }
    }

    boolean hits(Artifact library) {
        boolean named = artifact.endsWith("*")
                ? library.key().startsWith(artifact.substring(0, artifact.length() - 1))
                        && (artifact.startsWith(APART) || !library.key().startsWith(APART))
                : library.key().equals(artifact);
        return named && affected.containsVersion(new DefaultArtifactVersion(library.version()));
    }

    boolean isAccepted() {
        return !accepted.isEmpty();
    }

    String against(Artifact library) {
        return "%s %s: %s, fixed in %s".formatted(library.key(), library.version(), id, fixed);
    }
}
