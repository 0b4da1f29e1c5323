package io.tollgate.chaos;

import io.tollgate.support.Accepting;
import io.tollgate.support.Load;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A processor that answers anything but what it should, in front of one that does, and remembers who asked when. */
final class BadProcessor implements AutoCloseable {
    private static final Pattern KEY = Pattern.compile("(?i)idempotency-key: (\\S+)");
    private static final int SILENT_MILLIS = 60_000;
    private static final int LONGEST = 1 << 20;
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

    private final ServerSocket server;
    private final String behind;
    private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();
    private volatile int retryAfter = 7;
    private volatile Mode mode = Mode.EMPTY_500;
    private volatile boolean obeying;

    enum Mode {
        EMPTY_500,
        NO_JSON,
        NO_HTTP,
        HALF,
        DEEP,
        DRIP,
        ENDLESS,
        /** As long as an answer may be. */
        LONG,
        /** A byte more than that. */
        TOO_LONG,
        TOO_MANY,
        /** As somebody in between says it. */
        TOO_MANY_TEXT,
        /** What is asked goes to the processor behind, and so does the answer. */
        PASS,
        /** What is asked goes to the processor behind, and nobody is told of it. */
        SILENT
    }

    /** One request: when it came by {@link System#nanoTime}, and under which key. */
    record Asked(long at, String key) {}

    BadProcessor() {
        this("");
    }

    /** @param behind address of a processor that does what it is asked */
    BadProcessor(String behind) {
        this.behind = behind;
        try {
            server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Accepting.each(server, "bad-processor", this::answer);
    }

    String url() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    void mode(Mode now) {
        mode = now;
    }

    /** It does what it is asked, whatever it answers. */
    void obey() {
        obeying = true;
    }

    int asked() {
        return asked.size();
    }

    /** All requests so far, in their order. */
    List<Asked> requests() {
        return List.copyOf(asked);
    }

    /** Of those who ask too much: in how many seconds they may ask again. */
    void retryAfter(int seconds) {
        retryAfter = seconds;
    }

    private void answer(Socket socket) {
        try (socket) {
            // Requests are short, and arrive in one piece or two.
            byte[] request = new byte[64 * 1024];
            int length = socket.getInputStream().read(request);
            if (length < 0) {
                return;
            }
            Load.pause(20);
            String text = new String(request, 0, length, StandardCharsets.ISO_8859_1);
            Matcher key = KEY.matcher(text);
            asked.add(new Asked(System.nanoTime(), key.find() ? key.group(1) : ""));
            Mode now = mode;
            if (now == Mode.PASS) {
                pass(socket, text, socket.getOutputStream());
                return;
            }
            if (now == Mode.SILENT || obeying) {
                pass(socket, text, OutputStream.nullOutputStream());
            }
            say(socket.getOutputStream(), now);
        } catch (IOException gone) {
            // It was not waited for.
        }
    }

    /** One request for each connection: the next may be treated otherwise. */
    private void pass(Socket near, String begun, OutputStream answer) throws IOException {
        URI there = URI.create(behind);
        try (Socket far = new Socket(there.getHost(), there.getPort())) {
            far.getOutputStream()
                    .write(begun.replaceFirst("(?i)connection: keep-alive", "Connection: close")
                            .getBytes(StandardCharsets.ISO_8859_1));
            Accepting.start("bad-processor", () -> {
                try {
                    near.getInputStream().transferTo(far.getOutputStream());
                } catch (IOException over) {
                    // It has been answered.
                }
            });
            far.getInputStream().transferTo(answer);
        }
    }

    private void say(OutputStream out, Mode mode) throws IOException {
        if (mode == Mode.SILENT) {
            Load.pause(SILENT_MILLIS);
            return;
        }
        String words = switch (mode) {
            case EMPTY_500 -> "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            case NO_JSON -> OK + "Content-Length: 6\r\nConnection: close\r\n\r\n<html>";
            case NO_HTTP -> "\u0015\u0003\u0001\u0000\u0002\u0002P";
            case HALF -> OK + "Content-Length: 600\r\n\r\n{\"id\":";
            case DEEP -> OK + "Connection: close\r\n\r\n" + "[".repeat(100_000);
            case LONG -> answer(LONGEST);
            case TOO_LONG -> answer(LONGEST + 1);
            case TOO_MANY -> tooMany("{\"error\":{\"message\":\"m\",\"type\":\"rate_limit\"}}");
            case TOO_MANY_TEXT -> tooMany("<h1>No</h1>");
            case DRIP, ENDLESS, PASS, SILENT -> OK + "Connection: close\r\n\r\n{\"id\":\"";
        };
        out.write(words.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
        byte[] more = "a".repeat(mode == Mode.DRIP ? 1 : 64 * 1024).getBytes(StandardCharsets.ISO_8859_1);
        while (mode == Mode.DRIP || mode == Mode.ENDLESS) {
            out.write(more);
            out.flush();
            Load.pause(mode == Mode.DRIP ? 200 : 0);
        }
    }

    /** A right answer of so many bytes. */
    private static String answer(int bytes) {
        String begun = "{\"id\":\"x\",\"object\":\"coupon\",\"padding\":\"";
        String body = begun + "a".repeat(bytes - begun.length() - 2) + "\"}";
        return OK + "Content-Length: " + bytes + "\r\nConnection: close\r\n\r\n" + body;
    }

    private String tooMany(String body) {
        return "HTTP/1.1 429 No\r\nRetry-After: " + retryAfter + "\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + body.length() + "\r\nConnection: close\r\n\r\n" + body;
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
