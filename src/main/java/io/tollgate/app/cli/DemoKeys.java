package io.tollgate.app.cli;

import io.tollgate.platform.db.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The two keys of the demo seller, stored in a private file so that every start can print them. */
record DemoKeys(String live, String test) {
    private static final String FILE = "demo-keys";

    static Optional<DemoKeys> stored(Path dataDir) throws IOException {
        Path file = dataDir.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        List<String> lines = Files.readAllLines(file);
        return lines.size() < 2 ? Optional.empty() : Optional.of(new DemoKeys(lines.get(0), lines.get(1)));
    }

    void store(Path dataDir) throws IOException {
        PrivateFile.write(dataDir.resolve(FILE), live + "\n" + test + "\n");
    }

    @Override
    public String toString() {
        return "DemoKeys[***]";
    }
}
