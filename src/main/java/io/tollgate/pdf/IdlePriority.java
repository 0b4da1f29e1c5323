package io.tollgate.pdf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a thread step back behind all others that have something to do. Java's own priorities of
 * threads do nothing on Linux unless the whole program was started for it, so the system is asked:
 * a thread may always make itself less important.
 */
final class IdlePriority {
    private static final Logger LOG = LoggerFactory.getLogger(IdlePriority.class);

    private static final ThreadLocal<Boolean> STEPPED_BACK = ThreadLocal.withInitial(() -> false);

    private IdlePriority() {}

    /** The first time that a thread comes by; where the system knows no such thing, all stays as it is. */
    static void enter() {
        if (!STEPPED_BACK.get()) {
            STEPPED_BACK.set(true);
            try {
                stepBack();
            } catch (IOException e) {
                LOG.debug("drawing documents has the same priority as all else", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void stepBack() throws IOException, InterruptedException {
        Path self = Files.readSymbolicLink(Path.of("/proc/thread-self"));
        String thread = self.getFileName().toString();
        Process renice = new ProcessBuilder("chrt", "--idle", "--pid", "0", thread)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!renice.waitFor(5, TimeUnit.SECONDS) || renice.exitValue() != 0) {
            renice.destroy();
            LOG.debug("drawing documents has the same priority as all else");
        }
    }
}
