package io.tollgate.app.cli;

import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.db.PrivateFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A file for programs that call Tollgate: its URL and the demo keys, if they exist. */
record KeysFile(String path) {

    /** Deletes the file of an earlier run, which would signal that this run is ready. */
    void clear() {
        if (path.isEmpty()) {
            return;
        }
        try {
            Files.deleteIfExists(Path.of(path));
            Path folder = Path.of(path).toAbsolutePath().getParent();
            if (folder == null || !Files.isWritable(Files.createDirectories(folder))) {
                throw new AccessDeniedException(path);
            }
        } catch (IOException kept) {
            throw refused(kept);
        }
    }

    void write(String url, Optional<DemoKeys> keys) {
        if (path.isEmpty()) {
            return;
        }
        StringBuilder text = new StringBuilder("TOLLGATE_URL=" + url + "\n");
        keys.ifPresent(both -> text.append("TOLLGATE_LIVE_KEY=")
                .append(both.live())
                .append("\nTOLLGATE_TEST_KEY=")
                .append(both.test())
                .append('\n'));
        // The lines above stay NAME=value, for programs that read the file. A shell that sources it exports them.
        text.append(
                keys.isPresent()
                        ? "export TOLLGATE_URL TOLLGATE_LIVE_KEY TOLLGATE_TEST_KEY\n"
                        : "export TOLLGATE_URL\n");
        try {
            PrivateFile.write(Path.of(path), text.toString());
        } catch (IOException failed) {
            throw refused(failed);
        }
    }

    private StartRefused refused(IOException failure) {
        return new StartRefused("keysFile: " + path + " cannot be written: " + StartRefused.reason(failure), failure);
    }
}
