package io.tollgate.pdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.http.StoredBody;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A document is written to memory or to a file, by its size. */
class PdfOutputTest {
    @TempDir
    private Path folder;

    private StoredBody written(int length) throws IOException {
        try (PdfOutput out = new PdfOutput(folder)) {
            byte[] chunk = new byte[1000];
            for (int written = 0; written < length; written += chunk.length) {
                out.write(chunk, 0, Math.min(chunk.length, length - written));
            }
            return out.finish();
        }
    }

    @Test
    void a_document_of_the_bound_stays_in_memory() throws IOException {
        StoredBody body = written(PdfOutput.MEMORY_MAX);
        assertThat(body.isFile()).isFalse();
        assertThat(body.length()).isEqualTo(PdfOutput.MEMORY_MAX);
    }

    @Test
    void a_larger_document_is_in_a_file_that_has_no_name() throws IOException {
        StoredBody body = written(PdfOutput.MEMORY_MAX + 1);
        assertThat(body.isFile()).isTrue();
        assertThat(body.length()).isEqualTo(PdfOutput.MEMORY_MAX + 1);
        assertThat(folder).isEmptyDirectory();
        body.release();
    }

    @Test
    void the_last_release_closes_the_file() throws IOException {
        StoredBody body = written(PdfOutput.MEMORY_MAX + 1);
        assertThat(body.retain()).isTrue();
        body.release();
        assertThat(body.retain()).isTrue();
        body.release();
        body.release();
        assertThat(body.retain()).isFalse();
    }

    @Test
    void a_folder_that_cannot_be_written_is_a_transient_failure() throws IOException {
        Path missing = folder.resolve("missing");
        try (PdfOutput out = new PdfOutput(missing)) {
            assertThatThrownBy(() -> out.write(new byte[PdfOutput.MEMORY_MAX + 1]))
                    .isInstanceOf(PdfOutput.FileFailure.class);
        }
        assertThat(Files.exists(missing)).isFalse();
    }
}
