package io.tollgate.chaos;

import io.tollgate.support.Load;
import io.tollgate.support.ServerThreads;
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

/** A processor that returns faulty responses, optionally in front of a correct one. It records every request. */
final class BadProcessor implements AutoCloseable {
    private static final Pattern KEY = Pattern.compile("(?i)idempotency-key: (\\S+)");
    private static final int SILENT_MILLIS = 60_000;
    private static final int LONGEST = 1 << 20;
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

    private final ServerSocket server;
    private final String behind;
    private final Queue<ReceivedRequest> requestCount = new ConcurrentLinkedQueue<>();
    private volatile int retryAfter = 7;
    private volatile Mode mode = Mode.EMPTY_500;
    private volatile boolean forwardingAll;

    enum Mode {
        EMPTY_500,
        NO_JSON,
        NO_HTTP,
        HALF,
        DEEP,
        DRIP,
        ENDLESS,
        /** The longest response that the gateway accepts. */
        LONG,
        /** One byte longer than {@link #LONG}. */
        TOO_LONG,
        TOO_MANY,
        /** A 429 with an HTML body, as a proxy sends it. */
        TOO_MANY_TEXT,
        /** Forwards requests and responses to the correct processor. */
        PASS,
        /** Forwards requests to the correct processor and never responds. */
        SILENT
    }

    /** One request: its arrival by {@link System#nanoTime}, and its idempotency key. */
    record ReceivedRequest(long arrivedAt, String key) {}

    BadProcessor() {
        this("");
    }

    /** @param behind URL of a correct processor */
    BadProcessor(String behind) {
        this.behind = behind;
        try {
            server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ServerThreads.acceptEach(server, "bad-processor", this::response);
    }

    String url() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    void mode(Mode now) {
        mode = now;
    }

    /** From now on, also forwards requests to the correct processor and discards its responses. */
    void forwardAll() {
        forwardingAll = true;
    }

    int requestCount() {
        return requestCount.size();
    }

    /** Returns all requests so far, in their order. */
    List<ReceivedRequest> requests() {
        return List.copyOf(requestCount);
    }

    /** Sets the {@code Retry-After} of 429 responses. */
    void retryAfter(int seconds) {
        retryAfter = seconds;
    }

    private void response(Socket socket) {
        try (socket) {
            // Requests are short: one read gets the whole head.
            byte[] request = new byte[64 * 1024];
            int length = socket.getInputStream().read(request);
            if (length < 0) {
                return;
            }
            Load.pause(20);
            String text = new String(request, 0, length, StandardCharsets.ISO_8859_1);
            Matcher key = KEY.matcher(text);
            requestCount.add(new ReceivedRequest(System.nanoTime(), key.find() ? key.group(1) : ""));
            Mode now = mode;
            if (now == Mode.PASS) {
                forward(socket, text, socket.getOutputStream());
                return;
            }
            if (now == Mode.SILENT || forwardingAll) {
                forward(socket, text, OutputStream.nullOutputStream());
            }
            respond(socket.getOutputStream(), now);
        } catch (IOException gone) {
            // The client did not wait for the response.
        }
    }

    /** Forwards one request and closes the connection, because the next request may need another mode. */
    private void forward(Socket near, String begun, OutputStream answer) throws IOException {
        URI there = URI.create(behind);
        try (Socket far = new Socket(there.getHost(), there.getPort())) {
            far.getOutputStream()
                    .write(begun.replaceFirst("(?i)connection: keep-alive", "Connection: close")
                            .getBytes(StandardCharsets.ISO_8859_1));
            ServerThreads.start("bad-processor", () -> {
                try {
                    near.getInputStream().transferTo(far.getOutputStream());
                } catch (IOException over) {
                    // The response has been sent.
                }
            });
            far.getInputStream().transferTo(answer);
        }
    }

    private void respond(OutputStream out, Mode mode) throws IOException {
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
            case LONG -> response(LONGEST);
            case TOO_LONG -> response(LONGEST + 1);
            case TOO_MANY -> tooManyRequests("{\"error\":{\"message\":\"m\",\"type\":\"rate_limit\"}}");
            case TOO_MANY_TEXT -> tooManyRequests("<h1>No</h1>");
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

    /** Returns a valid response of this size. */
    private static String response(int bytes) {
        String begun = "{\"id\":\"x\",\"object\":\"coupon\",\"padding\":\"";
        String body = begun + "a".repeat(bytes - begun.length() - 2) + "\"}";
        return OK + "Content-Length: " + bytes + "\r\nConnection: close\r\n\r\n" + body;
    }

    private String tooManyRequests(String body) {
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
