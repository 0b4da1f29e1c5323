package io.tollgate.pdf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a thread the idle scheduling policy of Linux ({@code SCHED_IDLE}), so that all other threads go first. Java's
 * thread priorities have no effect on Linux by default; a thread may change to this scheduling policy without a
 * privilege.
 */
final class IdlePriority {
    private static final Logger LOG = LoggerFactory.getLogger(IdlePriority.class);

    private static final ThreadLocal<Boolean> APPLIED = ThreadLocal.withInitial(() -> false);

    private IdlePriority() {}

    /** Sets the policy of the current thread once. Does nothing if the system does not support it. */
    static void ensure() {
        if (!APPLIED.get()) {
            APPLIED.set(true);
            try {
                apply();
            } catch (IOException e) {
                LOG.debug("PDF workers keep the normal priority", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void apply() throws IOException, InterruptedException {
        Path self = Files.readSymbolicLink(Path.of("/proc/thread-self"));
        String thread = self.getFileName().toString();
        Process renice = new ProcessBuilder("chrt", "--idle", "--pid", "0", thread)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!renice.waitFor(5, TimeUnit.SECONDS) || renice.exitValue() != 0) {
            renice.destroy();
            LOG.debug("PDF workers keep the normal priority");
        }
    }
}
