package io.tollgate.pdf;

import io.tollgate.platform.config.Setting;

/** The threads, queue and timeouts of PDF rendering. */
public record PdfSettings(
        @Setting(
                defaultValue = "0",
                max = 1024,
                description = "Threads that render PDFs. 0: half the cores, at least one.")
        int workers,

        @Setting(
                defaultValue = "100",
                min = 1,
                max = 100_000,
                description = "Maximum number of PDFs that wait to be rendered; further ones get a 503.")
        int queueMax,

        @Setting(defaultValue = "15000", min = 100, max = 600_000, description = "Maximum time to render a PDF.")
        int timeoutMillis,

        @Setting(
                defaultValue = "8",
                max = 1_000,
                description = "Pause before each page of a PDF while the API serves other requests. 0: none.")
        int restMillis) {
    public PdfSettings {
        workers = workers == 0 ? Math.max(1, Runtime.getRuntime().availableProcessors() / 2) : workers;
    }

    /** Returns the maximum number of jobs that run or wait. */
    public int jobsMax() {
        return workers + queueMax;
    }
}
