package io.tollgate.pdf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tollgate.sales.invoice.InvoicePdf;
import io.tollgate.support.TestSeller;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Slow work on documents runs on workers, which yield to event loops. */
class EventLoopTest {
    /** Does in a new Java process what event loops do for a document. */
    static final class First {
        private First() {}

        public static void main(String[] args) {
            var invoice = JsonNodeFactory.instance.objectNode().put("invoiceNumber", "2026-000001");
            var page = JsonNodeFactory.instance.objectNode().put("locale", "ar-SA");
            InvoicePdf.request(invoice, page, "Lumen Concerts", null).etag();
            InvoicePdf.fileName(invoice);
        }
    }

    @Test
    void asking_for_a_document_loads_no_fonts_and_no_tables_of_languages(@TempDir Path folder)
            throws IOException, InterruptedException {
        Path log = folder.resolve("classes");
        Process first = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load:file=" + log,
                        "-cp",
                        System.getProperty("java.class.path"),
                        First.class.getName()))
                .inheritIO()
                .start();
        assertThat(first.waitFor()).isZero();
        String loaded = Files.readString(log);
        assertThat(loaded).contains("io.tollgate.sales.invoice.InvoicePdf");
        assertThat(loaded)
                .doesNotContain("com.ibm.icu.", "java.awt.Font", "sun.font.", "com.google.zxing.", "javax.imageio.");
    }

    @Test
    void work_is_prepared_on_a_worker_that_stands_back() {
        Vertx vertx = Vertx.vertx();
        PdfClient client = new PdfClient(vertx, new PdfSettings(1, 1, 60_000, 0), 1 << 20, () -> Long.MAX_VALUE);
        String[] seen = TestSeller.await(client.prepare(() -> {
            Path stat = Path.of("/proc/thread-self/stat");
            String line = Files.exists(stat) ? Files.readString(stat) : "";
            return new String[] {Thread.currentThread().getName(), line};
        }));
        assertThat(seen[0]).startsWith("pdf-");
        if (!seen[1].isEmpty()) {
            String[] words = seen[1].substring(seen[1].lastIndexOf(')') + 2).split(" ");
            assertThat(words[38]).as("its policy: idle").isEqualTo("5");
        }
        TestSeller.await(vertx.close());
    }
}
