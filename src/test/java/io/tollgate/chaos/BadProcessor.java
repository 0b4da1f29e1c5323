package io.tollgate.chaos;

import io.tollgate.support.Accepting;
import io.tollgate.support.Load;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** A processor that answers anything but what it should. */
final class BadProcessor implements AutoCloseable {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

    private final ServerSocket server;
    private final AtomicInteger asked = new AtomicInteger();
    private volatile Mode mode = Mode.EMPTY_500;

    enum Mode {
        EMPTY_500,
        NO_JSON,
        NO_HTTP,
        HALF,
        DEEP,
        DRIP,
        ENDLESS,
        TOO_MANY
    }

    BadProcessor() {
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

    int asked() {
        return asked.get();
    }

    private void answer(Socket socket) {
        try (socket) {
            // Requests are short, and arrive in one piece or two.
            byte[] request = new byte[64 * 1024];
            if (socket.getInputStream().read(request) < 0) {
                return;
            }
            Load.pause(20);
            asked.incrementAndGet();
            say(socket.getOutputStream(), mode);
        } catch (IOException gone) {
            // It was not waited for.
        }
    }

    private static void say(OutputStream out, Mode mode) throws IOException {
        String words = switch (mode) {
            case EMPTY_500 -> "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            case NO_JSON -> OK + "Content-Length: 6\r\nConnection: close\r\n\r\n<html>";
            case NO_HTTP -> "\u0015\u0003\u0001\u0000\u0002\u0002P";
            case HALF -> OK + "Content-Length: 600\r\n\r\n{\"id\":";
            case DEEP -> OK + "Connection: close\r\n\r\n" + "[".repeat(100_000);
            case TOO_MANY ->
                "HTTP/1.1 429 No\r\nRetry-After: 7\r\nContent-Type: application/json\r\n"
                        + "Content-Length: 44\r\nConnection: close\r\n\r\n"
                        + "{\"error\":{\"message\":\"m\",\"type\":\"rate_limit\"}}".substring(0, 44);
            case DRIP, ENDLESS -> OK + "Connection: close\r\n\r\n{\"id\":\"";
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

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
