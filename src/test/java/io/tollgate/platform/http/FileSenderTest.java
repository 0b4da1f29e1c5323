package io.tollgate.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.api.Api;
import io.tollgate.support.Eventually;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestSeller;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sends files in chunks, to clients that read them and to clients that do not. */
class FileSenderTest {
    private static final int LENGTH = 3 * 64 * 1024 + 17;
    private static final long LARGE = 512L << 20;

    private final Vertx vertx = Vertx.vertx();
    private HttpServer server;
    private StoredBody body;
    private RandomAccessFile file;

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        TestSeller.await(vertx.close());
    }

    /** Serves a file of random bytes, followed by zeros that use no disk. */
    private byte[] serve(long length, long announced) throws IOException {
        byte[] bytes = new byte[LENGTH];
        new Random(5).nextBytes(bytes);
        file = new RandomAccessFile(folder.resolve("body").toFile(), "rw");
        file.setLength(length);
        file.getChannel().write(ByteBuffer.wrap(bytes), 0);
        body = StoredBody.inFile(file.getChannel(), announced);
        Download download = new Download("application/pdf", "\"tag\"", "a.pdf", "a", "no-cache");
        Router router = Router.router(vertx);
        Api.reading(router, "/body", request -> {
            body.retain();
            return Future.succeededFuture(download.answer(request.context().request(), body));
        });
        server =
                TestSeller.await(vertx.createHttpServer().requestHandler(router).listen(0, "127.0.0.1"));
        return bytes;
    }

    private HttpResponse<byte[]> send(String method, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.actualPort() + "/body"))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    /** The server may release the body a moment after the client has its last byte. */
    private void expectReleased() {
        body.release();
        assertThat(Eventually.isTrue(this::isReleased)).isTrue();
    }

    private boolean isReleased() {
        boolean retained = body.retain();
        if (retained) {
            body.release();
        }
        return !retained;
    }

    private Socket stalled() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.setSoLinger(true, 0);
        socket.connect(new InetSocketAddress("127.0.0.1", server.actualPort()));
        socket.getOutputStream()
                .write("GET /body HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).isEqualTo('H');
        return socket;
    }

    @Test
    void whole_parts_and_length_are_those_of_the_file() throws Exception {
        byte[] bytes = serve(LENGTH, LENGTH);
        assertThat(send("GET").body()).isEqualTo(bytes);
        HttpResponse<byte[]> part = send("GET", "Range", "bytes=65000-131999");
        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(part.body()).isEqualTo(Arrays.copyOfRange(bytes, 65_000, 132_000));
        HttpResponse<byte[]> head = send("HEAD");
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().firstValueAsLong("Content-Length")).hasValue(LENGTH);
        assertThat(send("GET", "Range", "bytes=" + LENGTH + "-").statusCode()).isEqualTo(416);
        expectReleased();
    }

    /** Bytes that are cut off the file meanwhile arrive only if they were read before the client had room for them. */
    @SecondStage
    @Test
    void the_file_is_not_read_ahead_of_a_client_that_stops_reading() throws Exception {
        serve(LARGE, LARGE);
        try (Socket client = stalled()) {
            Thread.sleep(1_000);
            file.setLength(LARGE / 16);
            assertThat(rest(client)).isBetween(LARGE / 32, LARGE / 8);
        }
        expectReleased();
    }

    /** Reads until the connection ends and returns the number of bytes. */
    private static long rest(Socket client) {
        long count = 0;
        byte[] buffer = new byte[1 << 16];
        try {
            for (int read = 0; read >= 0; read = client.getInputStream().read(buffer)) {
                count += read;
            }
        } catch (IOException closed) {
            return count;
        }
        return count;
    }

    @Test
    void a_closed_connection_releases_the_file() throws Exception {
        serve(LARGE, LARGE);
        stalled().close();
        expectReleased();
    }

    @Test
    void a_truncated_file_closes_the_connection() throws Exception {
        serve(LENGTH, LENGTH + 1);
        assertThatThrownBy(() -> send("GET")).isInstanceOf(IOException.class);
        expectReleased();
    }
}
