package io.tollgate.fuzz;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** One keep-alive connection that sends arbitrary bytes. It reconnects as needed. */
final class RawConnection implements Transport {
    private static final int DEADLINE_MILLIS = 30_000;
    private static final int CONTINUE = 100;

    private final int port;
    private Socket socket = new Socket();
    private InputStream in = InputStream.nullInputStream();

    RawConnection(int port) {
        this.port = port;
    }

    @Override
    public Reply send(byte[] request, boolean head) throws IOException {
        boolean fresh = !isOpen();
        try {
            return exchange(request, head);
        } catch (IOException broken) {
            close();
            if (fresh) {
                throw broken;
            }
            // The server may close an idle keep-alive connection at any time.
            return exchange(request, head);
        }
    }

    private boolean isOpen() {
        return socket.isConnected() && !socket.isClosed();
    }

    private Reply exchange(byte[] request, boolean head) throws IOException {
        if (!isOpen()) {
            socket = new Socket();
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress("127.0.0.1", port), DEADLINE_MILLIS);
            socket.setSoTimeout(DEADLINE_MILLIS);
            in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
        }
        long begun = System.nanoTime();
        socket.getOutputStream().write(request);
        socket.getOutputStream().flush();
        List<String> lines = lines();
        int status = status(lines);
        while (status == CONTINUE) {
            lines = lines();
            status = status(lines);
        }
        Reply empty = new Reply(status, lines.subList(1, lines.size()), new byte[0], 0);
        byte[] body = head || status == 204 || status == 304 ? new byte[0] : body(empty);
        if (body.length > 0 && "gzip".equals(empty.header("Content-Encoding"))) {
            body = new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes();
        }
        Reply reply = new Reply(status, empty.headers(), body, (System.nanoTime() - begun) / 1_000_000);
        if ("close".equalsIgnoreCase(reply.header("Connection"))) {
            close();
        }
        return reply;
    }

    private static int status(List<String> lines) throws IOException {
        String[] parts = lines.get(0).split(" ");
        if (parts.length < 2) {
            throw new IOException("not an answer: " + lines);
        }
        return Integer.parseInt(parts[1]);
    }

    private byte[] body(Reply head) throws IOException {
        if ("chunked".equalsIgnoreCase(head.header("Transfer-Encoding"))) {
            return chunks();
        }
        String length = head.header("Content-Length");
        return length == null ? new byte[0] : exactly(Integer.parseInt(length));
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int length = Integer.parseInt(line(), 16); length > 0; length = Integer.parseInt(line(), 16)) {
            body.writeBytes(exactly(length));
            line();
        }
        line();
        return body.toByteArray();
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("cut off after " + bytes.length + " of " + length);
        }
        return bytes;
    }

    private List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            lines.add(line);
        }
        if (lines.isEmpty()) {
            throw new IOException("an answer without a head");
        }
        return lines;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("closed");
            }
            line.write(c);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
