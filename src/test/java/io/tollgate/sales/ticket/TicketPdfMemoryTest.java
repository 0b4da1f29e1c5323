package io.tollgate.sales.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.pdf.RenderContext;
import io.tollgate.pdf.font.Typefaces;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The largest document is rendered in a small heap. */
class TicketPdfMemoryTest {
    /** Renders the largest document in a Java process of its own. */
    static final class Largest {
        private Largest() {}

        public static void main(String[] args) throws IOException {
            TicketSamples sample = new TicketSamples();
            for (int i = 0; i < TicketPdf.TICKETS_MAX; i++) {
                sample.ticket("Łukasz Żółć " + i);
            }
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(Path.of(args[0])))) {
                sample.draw(TicketPdfLayout.A4, new RenderContext(new Typefaces()), out);
            }
        }
    }

    @Test
    void a_thousand_tickets_are_drawn_in_a_heap_of_64_mb(@TempDir Path folder)
            throws IOException, InterruptedException {
        Path file = folder.resolve("tickets.pdf");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Largest.class.getName(),
                        file.toString()))
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
        assertThat(file).isNotEmptyFile();
    }
}
