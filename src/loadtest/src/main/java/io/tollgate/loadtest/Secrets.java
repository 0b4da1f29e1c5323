package io.tollgate.loadtest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Looks for keys where none may be: in what is kept of a run. */
final class Secrets {
    private Secrets() {}

    /** @return the files below a folder that hold one of the secrets, each as a fault */
    static List<String> in(Path folder, List<String> secrets) {
        List<String> faults = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                if (secrets.stream().anyMatch(text::contains)) {
                    faults.add(file + " holds a key");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return faults;
    }
}
