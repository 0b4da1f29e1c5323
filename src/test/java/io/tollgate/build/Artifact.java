package io.tollgate.build;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A library of a build, identified by its path in the local repository. */
record Artifact(String group, String name, String version, Path file) {
    private static final Pattern PLACE = Pattern.compile(".*?/repository/(.+)/([^/]+)/([^/]+)/\\2-\\3[^/]*\\.jar");

    /** The libraries of a separate build, from a list, because that build may not have run before these tests. */
    static List<Artifact> listed(String build) throws IOException {
        return Files.readAllLines(Path.of("src/build", build + ".libraries")).stream()
                .map(line -> at(line).orElseThrow(() -> new IllegalArgumentException(line)))
                .toList();
    }

    /** Everything that the gateway's build resolved, including test libraries. */
    static List<Artifact> all() {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(path.split(File.pathSeparator))
                .map(Artifact::at)
                .flatMap(Optional::stream)
                .toList();
    }

    static Optional<Artifact> at(String file) {
        Matcher place = PLACE.matcher(file.replace(File.separatorChar, '/'));
        return place.matches()
                ? Optional.of(
                        new Artifact(place.group(1).replace('/', '.'), place.group(2), place.group(3), Path.of(file)))
                : Optional.empty();
    }

    String key() {
        return group + ":" + name;
    }
}
