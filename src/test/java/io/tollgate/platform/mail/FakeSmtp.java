package io.tollgate.platform.mail;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A mail server that keeps what it accepts, and fails as a test asks it to. */
public final class FakeSmtp implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("<([^>]*)>");

    private final ServerSocket socket;
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final Deque<String> recipientReplies = new ConcurrentLinkedDeque<>();
    private final Deque<String> dataReplies = new ConcurrentLinkedDeque<>();
    private volatile CountDownLatch held = new CountDownLatch(0);

    public FakeSmtp() {
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    /** A message that the server received completely, whether it accepted it or not. */
    public record Received(String to, String data) {
        /** Returns the value of a header, unfolded; empty if there is none. */
        public String header(String name) {
            String head = data.substring(0, data.indexOf("\r\n\r\n")).replaceAll("\r\n[ \t]+", " ");
            Matcher value = Pattern.compile("(?im)^" + name + ": ?(.*)$").matcher(head);
            return value.find() ? value.group(1).strip() : "";
        }

        /** Returns a header with its encoded words decoded. */
        public String decoded(String name) {
            Matcher words = Pattern.compile("=\\?UTF-8\\?B\\?([^?]*)\\?=\\s*").matcher(header(name));
            return words.replaceAll(word -> Matcher.quoteReplacement(
                    new String(Base64.getDecoder().decode(word.group(1)), StandardCharsets.UTF_8)));
        }

        /** Returns the bytes of the attachment with this file name. */
        public byte[] attachment(String fileName) {
            Matcher part = Pattern.compile("filename=\"" + Pattern.quote(fileName)
                            + "\"\r\n(?:[^\r\n]+\r\n)*\r\n([A-Za-z0-9+/=\r\n]+)")
                    .matcher(data);
            if (!part.find()) {
                throw new AssertionError("no attachment " + fileName);
            }
            return Base64.getMimeDecoder().decode(part.group(1));
        }

        /** Returns the names of the attachments, in order. */
        public List<String> attachments() {
            List<String> names = new ArrayList<>();
            Pattern.compile("attachment; filename=\"([^\"]*)\"")
                    .matcher(data)
                    .results()
                    .forEach(name -> names.add(name.group(1)));
            return names;
        }

        /** Returns the decoded text of the part with this subtype. */
        public String text(String subtype) {
            Matcher part = Pattern.compile(
                            "Content-Type: text/" + subtype + "[^\r]*\r\n(?:[^\r\n]+\r\n)*\r\n(.*?)\r\n--=",
                            Pattern.DOTALL)
                    .matcher(data);
            if (!part.find()) {
                throw new AssertionError("no part text/" + subtype);
            }
            return quotedPrintable(part.group(1));
        }

        private static String quotedPrintable(String text) {
            String joined = text.replace("=\r\n", "");
            byte[] bytes = joined.getBytes(StandardCharsets.ISO_8859_1);
            ByteArrayOutputStream decoded = new ByteArrayOutputStream();
            for (int i = 0; i < bytes.length; i++) {
                boolean code = bytes[i] == '=' && joined.substring(i + 1).matches("(?s)[0-9A-F]{2}.*");
                decoded.write(code ? Integer.parseInt(joined.substring(i + 1, i + 3), 16) : bytes[i]);
                i += code ? 2 : 0;
            }
            return decoded.toString(StandardCharsets.UTF_8);
        }
    }

    public int port() {
        return socket.getLocalPort();
    }

    public List<Received> received() {
        return received;
    }

    public List<Received> receivedBy(String address) {
        return received.stream().filter(mail -> mail.to().equals(address)).toList();
    }

    /** Replies so to the next recipient instead of accepting it. */
    public void replyToRecipient(String reply) {
        recipientReplies.add(reply);
    }

    /** Replies so after the next message instead of accepting it; empty closes the connection without a reply. */
    void replyToData(String reply) {
        dataReplies.add(reply);
    }

    /** Receives messages from now on, but replies to none before {@link #release}. */
    void holdReplies() {
        held = new CountDownLatch(1);
    }

    /** Replies to the messages that wait for it. */
    void release() {
        held.countDown();
    }

    private void awaitRelease() {
        try {
            held.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "fake-smtp");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                start(() -> serve(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                BufferedReader in = new BufferedReader(
                        new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1))) {
            OutputStream out = client.getOutputStream();
            say(out, "220 fake ESMTP");
            String to = "";
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String verb = line.length() < 4 ? line : line.substring(0, 4).toUpperCase(Locale.ROOT);
                switch (verb) {
                    case "EHLO", "HELO", "MAIL", "RSET", "NOOP" -> say(out, "250 ok");
                    case "RCPT" -> {
                        String reply = recipientReplies.poll();
                        Matcher address = ADDRESS.matcher(line);
                        to = address.find() ? address.group(1) : line;
                        say(out, reply == null ? "250 ok" : reply);
                    }
                    case "DATA" -> {
                        say(out, "354 go on");
                        received.add(new Received(to, data(in)));
                        String reply = dataReplies.poll();
                        awaitRelease();
                        if (reply != null && reply.isEmpty()) {
                            return;
                        }
                        say(out, reply == null ? "250 accepted" : reply);
                    }
                    case "QUIT" -> {
                        say(out, "221 bye");
                        return;
                    }
                    default -> say(out, "502 unknown");
                }
            }
        } catch (IOException e) {
            // The client closed the connection.
        }
    }

    private static String data(BufferedReader in) throws IOException {
        StringBuilder data = new StringBuilder();
        for (String line = in.readLine(); line != null && !line.equals("."); line = in.readLine()) {
            data.append(line.startsWith(".") ? line.substring(1) : line).append("\r\n");
        }
        return data.toString();
    }

    private static void say(OutputStream out, String line) throws IOException {
        out.write((line + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
