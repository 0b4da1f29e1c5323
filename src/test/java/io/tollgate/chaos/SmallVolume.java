package io.tollgate.chaos;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** A volume of a few megabytes, to be filled. Only root can mount one; without root, tests that need it are skipped. */
final class SmallVolume implements AutoCloseable {
    private final Path folder;

    private SmallVolume(Path folder) {
        this.folder = folder;
    }

    static SmallVolume of(int megabytes) {
        try {
            Path folder = Files.createTempDirectory("tollgate-chaos-volume-");
            String size = "size=" + megabytes + "m,mode=0700";
            if (!succeeds("mount", "-t", "tmpfs", "-o", size, "tmpfs", folder.toString())) {
                Files.delete(folder);
                Assumptions.abort("this user cannot mount a memory volume: run as root");
            }
            return new SmallVolume(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean succeeds(String... command) {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException absent) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    Path folder() {
        return folder;
    }

    private Path ballast() {
        return folder.resolve("ballast");
    }

    /** Fills it to the last page. */
    void fill() {
        byte[] page = new byte[4096];
        try (OutputStream out = Files.newOutputStream(ballast())) {
            while (true) {
                out.write(page);
            }
        } catch (IOException full) {
            // The volume is full, as intended.
        }
    }

    void free() {
        try {
            Files.deleteIfExists(ballast());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (!succeeds("umount", folder.toString())) {
            succeeds("umount", "--lazy", folder.toString());
        }
        folder.toFile().delete();
    }
}
