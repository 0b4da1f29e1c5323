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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Sends arbitrary bytes to a port and reads the whole response. */
public final class RawHttp {
    /** The time for a response, or for the rest of one, on a busy machine. */
    private static final int RESPONSE_MILLIS = 20_000;

    /** The time without another byte after which no further response is expected. */
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

    /** How long to read. */
    private enum Until {
        /** Until no further response is expected. */
        QUIET,
        /** Until the server closes the connection. */
        CLOSED
    }

    /**
     * Sends bytes and parses the responses. Does not wait for a server that closes the connection later, or that takes
     * long for one of several responses.
     */
    public static Exchange send(int port, String bytes) {
        return send(port, bytes, RESPONSE_MILLIS);
    }

    /** Sends bytes, waits this long for the connection and for the first response, and parses the responses. */
    public static Exchange send(int port, String bytes, int millis) {
        Received received = exchange(port, bytes, Until.QUIET, millis);
        return new Exchange(responses(received.text()), received.closed());
    }

    /** Sends bytes, reads until the server closes the connection, and parses all responses. */
    public static Exchange sendUntilClosed(int port, String bytes) {
        Received received = exchange(port, bytes, Until.CLOSED, RESPONSE_MILLIS);
        return new Exchange(responses(received.text()), received.closed());
    }

    /**
     * Sends bytes, reads until the server closes the connection, and returns the responses as text. Needed for
     * responses without the announced body, such as those of HEAD.
     */
    public static String text(int port, String bytes) {
        return exchange(port, bytes, Until.CLOSED, RESPONSE_MILLIS).text();
    }

    private static Received exchange(int port, String bytes, Until until, int millis) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), millis);
            socket.setSoTimeout(millis);
            ByteArrayOutputStream received = new ByteArrayOutputStream();
            boolean closed = false;
            try {
                socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
                socket.getOutputStream().flush();
                closed = read(socket, received, text -> until == Until.QUIET && isComplete(text, bytes));
            } catch (SocketException reset) {
                closed = true;
            }
            return new Received(received.toString(StandardCharsets.UTF_8), closed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param last whether the received text can be everything */
    private static boolean read(Socket socket, ByteArrayOutputStream received, Predicate<String> last)
            throws IOException {
        byte[] part = new byte[8192];
        InputStream in = socket.getInputStream();
        try {
            for (int length = in.read(part); length >= 0; length = in.read(part)) {
                received.write(part, 0, length);
                boolean complete = last.test(received.toString(StandardCharsets.ISO_8859_1));
                socket.setSoTimeout(complete ? QUIET_MILLIS : RESPONSE_MILLIS);
            }
            return true;
        } catch (SocketTimeoutException quiet) {
            return false;
        }
    }

    /** Returns whether bytes end with the end of a response. One to HEAD has no body. */
    private static boolean isComplete(String received, String request) {
        int start = 0;
        while (start < received.length()) {
            int end = received.indexOf("\r\n\r\n", start);
            if (end < 0) {
                return false;
            }
            String length = header(List.of(received.substring(start, end).split("\r\n")), "Content-Length");
            start = end + 4 + (length == null || request.startsWith("HEAD ") ? 0 : Integer.parseInt(length));
        }
        return start == received.length();
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
