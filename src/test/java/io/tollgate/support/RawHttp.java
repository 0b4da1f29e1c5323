package io.tollgate.support;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Sends arbitrary bytes to a port and reads the whole response. */
public final class RawHttp {
    private static final int FIRST_MILLIS = 5_000;
    private static final int QUIET_MILLIS = 150;

    private RawHttp() {}

    /** One HTTP response as received. */
    public record Response(int status, List<String> headers, String body) {
        public @Nullable String header(String name) {
            return RawHttp.header(headers, name);
        }
    }

    /** Returns the value of the first header line with this name, or null. */
    public static @Nullable String header(List<String> lines, String name) {
        String start = name.toLowerCase(Locale.ROOT) + ":";
        return lines.stream()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
                .map(line -> line.substring(start.length()).strip())
                .findFirst()
                .orElse(null);
    }

    /** All responses to the bytes sent, and whether the server closed the connection. */
    public record Exchange(List<Response> responses, boolean closed) {
        public Response only() {
            if (responses.size() != 1) {
                throw new AssertionError("expected exactly one response: " + responses);
            }
            return responses.get(0);
        }
    }

    /** The received text, until the server closes the connection or sends nothing for a while. */
    private record Received(String text, boolean closed) {}

    /** Sends bytes and parses all responses. */
    public static Exchange send(int port, String bytes) {
        Received received = exchange(port, bytes);
        return new Exchange(responses(received.text()), received.closed());
    }

    /**
     * Sends bytes and returns the responses as text. Needed for responses without the announced body, such as those of
     * HEAD.
     */
    public static String text(int port, String bytes) {
        return exchange(port, bytes).text();
    }

    private static Received exchange(int port, String bytes) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 5_000);
            socket.setSoTimeout(FIRST_MILLIS);
            ByteArrayOutputStream received = new ByteArrayOutputStream();
            boolean closed = false;
            try {
                socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
                socket.getOutputStream().flush();
                closed = read(socket, socket.getInputStream(), received);
            } catch (SocketException reset) {
                closed = true;
            }
            return new Received(received.toString(StandardCharsets.UTF_8), closed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean read(Socket socket, InputStream in, ByteArrayOutputStream received) throws IOException {
        byte[] part = new byte[8192];
        try {
            for (int length = in.read(part); length >= 0; length = in.read(part)) {
                received.write(part, 0, length);
                socket.setSoTimeout(QUIET_MILLIS);
            }
            return true;
        } catch (SocketTimeoutException quiet) {
            return false;
        }
    }

    private static List<Response> responses(String received) {
        List<Response> answers = new ArrayList<>();
        String rest = received;
        while (!rest.isEmpty()) {
            int end = rest.indexOf("\r\n\r\n");
            if (end < 0) {
                throw new AssertionError("not an HTTP response: " + rest);
            }
            List<String> lines = List.of(rest.substring(0, end).split("\r\n"));
            Response head =
                    new Response(Integer.parseInt(lines.get(0).split(" ")[1]), lines.subList(1, lines.size()), "");
            String after = rest.substring(end + 4);
            String length = head.header("Content-Length");
            int bodyEnd = length == null ? 0 : Math.min(after.length(), Integer.parseInt(length));
            answers.add(new Response(head.status(), head.headers(), after.substring(0, bodyEnd)));
            rest = after.substring(bodyEnd);
        }
        return answers;
    }
}
