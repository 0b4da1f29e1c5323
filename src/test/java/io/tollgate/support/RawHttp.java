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

/** Speaks to a port in bytes of its own choosing, and reads all that comes back. */
public final class RawHttp {
    private static final int FIRST_MILLIS = 5_000;
    private static final int QUIET_MILLIS = 150;

    private RawHttp() {}

    /** One answer as it stood on the wire. */
    public record Answer(int status, List<String> headers, String body) {
        public @Nullable String header(String name) {
            return RawHttp.header(headers, name);
        }
    }

    /** The value of the first line of a head that has a name, or null. */
    public static @Nullable String header(List<String> lines, String name) {
        String start = name.toLowerCase(Locale.ROOT) + ":";
        return lines.stream()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
                .map(line -> line.substring(start.length()).strip())
                .findFirst()
                .orElse(null);
    }

    /** All answers to some bytes, and whether the server closed the connection. */
    public record Exchange(List<Answer> answers, boolean closed) {
        public Answer only() {
            if (answers.size() != 1) {
                throw new AssertionError("one answer was expected: " + answers);
            }
            return answers.get(0);
        }
    }

    /** What a server says, as it is, until it closes or says no more for a while. */
    private record Received(String text, boolean closed) {}

    /** Sends what it is given and listens; gives all that was answered. */
    public static Exchange send(int port, String bytes) {
        Received received = exchange(port, bytes);
        return new Exchange(answers(received.text()), received.closed());
    }

    /** The same for answers whose ends are not where their heads say, as of HEAD. */
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

    private static List<Answer> answers(String received) {
        List<Answer> answers = new ArrayList<>();
        String rest = received;
        while (!rest.isEmpty()) {
            int end = rest.indexOf("\r\n\r\n");
            if (end < 0) {
                throw new AssertionError("not an HTTP answer: " + rest);
            }
            List<String> lines = List.of(rest.substring(0, end).split("\r\n"));
            Answer head = new Answer(Integer.parseInt(lines.get(0).split(" ")[1]), lines.subList(1, lines.size()), "");
            String after = rest.substring(end + 4);
            String length = head.header("Content-Length");
            int bodyEnd = length == null ? 0 : Math.min(after.length(), Integer.parseInt(length));
            answers.add(new Answer(head.status(), head.headers(), after.substring(0, bodyEnd)));
            rest = after.substring(bodyEnd);
        }
        return answers;
    }
}
