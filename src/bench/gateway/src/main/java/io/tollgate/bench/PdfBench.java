package io.tollgate.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pdf.RenderContext;
import io.tollgate.pdf.font.Typefaces;
import io.tollgate.sales.ticket.TicketPdf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How fast tickets are drawn: documents for each second of a core's time, so that other work on the
 * machine does not count; bytes, and what is allocated for each. Every document is another one, as
 * if its attendees had just changed.
 *
 * <p>Arguments: seconds of each measurement, and, where only figures of the table are wanted, rounds.
 */
public final class PdfBench {
    private static final List<String> NAMES =
            List.of("Maria Groß-Müller", "Łukasz Żółć", "James O’Neill", "Anaïs Lefèvre", "Søren Østergård");
    private static final List<String> WORLD =
            List.of("محمد بن سلمان العربي", "山田 太郎", "श्रीमती क्षत्रिय", "דוד בן־גוריון", "김철수");

    private static final String ONE = "one";
    private static final int LARGE = 100;
    private static final int LARGEST = 1_000;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final PrintStream out = System.out;
    private final RenderContext context = new RenderContext(new Typefaces());
    private final TicketPdf template = new TicketPdf();
    private final int seconds;
    private int number;

    private PdfBench(int seconds) {
        this.seconds = seconds;
    }

    public static void main(String[] args) {
        if (args.length > 0 && args[0].equals(ONE)) {
            new PdfBench(0).print(LARGEST, "A4");
        } else if (Figures.wanted()) {
            new PdfBench(Integer.parseInt(args[0])).figures(Integer.parseInt(args[1]));
        } else {
            new PdfBench(args.length == 0 ? 5 : Integer.parseInt(args[0])).run();
        }
    }

    /** Of 1 ticket and of 100, in turn. */
    private void figures(int rounds) {
        Map<Promise, Integer> tickets = Map.of(Promise.TICKET_1, 1, Promise.TICKET_100, LARGE);
        Map<Promise, double[]> perSecond = new EnumMap<>(Promise.class);
        tickets.forEach((promise, count) -> measure(count, "A4", NAMES, false));
        for (int round = 0; round < rounds; round++) {
            for (Map.Entry<Promise, Integer> each : tickets.entrySet()) {
                double reached = measure(each.getValue(), "A4", NAMES, true);
                perSecond.computeIfAbsent(each.getKey(), promise -> new double[rounds])[round] = reached;
            }
        }
        Figures figures = new Figures(Promise.Group.PDF);
        perSecond.forEach((promise, each) -> figures.add(promise, Rounds.median(each), each));
        figures.write("none");
    }

    /** The smallest heap in which a Java of its own draws the largest document. */
    private static int heap() {
        for (int megabytes : new int[] {12, 16, 20, 24, 32, 40, 48, 64, 96, 128}) {
            try {
                Command.run(
                        Map.of(),
                        List.of(
                                ProcessHandle.current().info().command().orElse("java"),
                                "-Xmx" + megabytes + "m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                PdfBench.class.getName(),
                                ONE));
                return megabytes;
            } catch (IllegalStateException e) {
                continue;
            }
        }
        return -1;
    }

    /** As a worker does: from the JSON that comes over the event bus. */
    private byte[] print(int tickets, String paper) {
        return print(content(tickets, paper, NAMES).toString());
    }

    private byte[] print(String json) {
        try {
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            template.render(MAPPER.readTree(json), context.begin("0".repeat(32), Duration.ofMinutes(1)), file);
            return file.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void run() {
        out.println(
                "| tickets | paper, names | PDFs/s and core | tickets/s | bytes | median ms | p99 ms | MB allocated |");
        out.println("|--:|---|--:|--:|--:|--:|--:|--:|");
        measure(1, "A6", NAMES, false);
        for (String paper : List.of("A4", "A6")) {
            for (int tickets : List.of(1, 10, 100, 1_000)) {
                measure(tickets, paper, NAMES, true);
            }
        }
        measure(1, "A4", WORLD, true);
        measure(100, "A4", WORLD, true);
        out.printf("%nSmallest heap in which a document of %,d tickets is drawn: %d MB%n", LARGEST, heap());
    }

    /** @return documents in a second of a core's time */
    private double measure(int tickets, String paper, List<String> names, boolean shown) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        List<Long> times = new ArrayList<>();
        long bytes = 0;
        long before = threads.getCurrentThreadAllocatedBytes();
        long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        while (times.size() < 3 || System.nanoTime() < end) {
            String content = content(tickets, paper, names).toString();
            long start = threads.getCurrentThreadCpuTime();
            bytes += print(content).length;
            times.add(threads.getCurrentThreadCpuTime() - start);
        }
        if (shown) {
            long allocated = (threads.getCurrentThreadAllocatedBytes() - before) / times.size();
            report(tickets, paper + (names.equals(WORLD) ? ", all scripts" : ", Latin"), times, bytes, allocated);
        }
        return perSecond(times);
    }

    private static double perSecond(List<Long> nanos) {
        return nanos.size() * 1e9 / nanos.stream().mapToLong(Long::longValue).sum();
    }

    private void report(int tickets, String kind, List<Long> times, long bytes, long allocated) {
        long[] sorted = times.stream().mapToLong(Long::longValue).sorted().toArray();
        double perSecond = perSecond(times);
        out.printf(
                Locale.ROOT,
                "| %d | %s | %.1f | %.0f | %d | %.2f | %.2f | %.1f |%n",
                tickets,
                kind,
                perSecond,
                perSecond * tickets,
                bytes / times.size(),
                sorted[sorted.length / 2] / 1e6,
                sorted[Math.min(sorted.length - 1, sorted.length * 99 / 100)] / 1e6,
                allocated / 1e6);
    }

    private ObjectNode content(int tickets, String paper, List<String> names) {
        ObjectNode content = JsonNodeFactory.instance.objectNode();
        content.put("format", paper).put("locale", "en-GB").put("sellerName", "Lumen Concerts");
        content.put("pageId", "65a1f065a1f065a1f065a1f0").put("livemode", true).put("orderId", "02009743");
        content.put("title", "Night of Strings: autumn concert").put("written", "2026-11-20T10:00:00.000Z");
        content.putObject("event")
                .put("startDate", "2026-12-12T18:30:00.000Z")
                .put("endDate", "2026-12-12T21:30:00.000Z")
                .put("timezone", "Europe/Berlin")
                .put("type", "in_person")
                .put("location", "Konzerthaus, Gendarmenmarkt 2, 10117 Berlin");
        for (int i = 0; i < tickets; i++) {
            number++;
            content.withArray("/tickets")
                    .addObject()
                    .put(
                            "ticketShortId",
                            "7KQ" + Integer.toString(number + 60_000_000, 36).toUpperCase(Locale.ROOT))
                    .put("checkInCode", "Qm9va2luZy1jb%010d".formatted(number))
                    .put("status", "PAID")
                    .put("attendeeName", names.get(number % names.size()) + " " + number)
                    .put("revenue", 4_850)
                    .put("currency", "eur")
                    .put("type", "Balcony")
                    .put("group", "Seated");
        }
        return content;
    }
}
