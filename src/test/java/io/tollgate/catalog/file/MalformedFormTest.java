package io.tollgate.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Load;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Malformed headers of a form's parts are a 400 every time, and then the connection is closed. */
class MalformedFormTest {
    /** Covers each cut and each pause. */
    private static final int TRIES = 4;

    private static final TestSeller SELLER = TestGateway.shared().seller();

    private static String request(String header) {
        String body = "--xX\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\nimage\r\n--xX\r\n" + header
                + "\r\nContent-Type: image/png\r\n\r\n" + "x".repeat(20_000) + "\r\n--xX--\r\n";
        return "POST /v1/files/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + SELLER.liveKey()
                + "\r\nContent-Type: multipart/form-data; boundary=xX\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
    }

    /** Sends a request in two pieces, with or without a pause between them, and reads until the connection ends. */
    private static String answer(String request, int cut, int pauseMillis) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", TestGateway.shared().port())) {
            socket.setSoTimeout(60_000);
            byte[] bytes = request.getBytes(StandardCharsets.US_ASCII);
            socket.getOutputStream().write(bytes, 0, cut);
            Load.pause(pauseMillis);
            socket.getOutputStream().write(bytes, cut, bytes.length - cut);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Disposition: form-data; name=\"file\"; ",
                "Content-Disposition: form-data; name=\"file\"; filename=\"a.png",
                "Content-Disposition: form-data; filename=\"a.png\"",
                "Content-Disposition: form-data; name=\"file\"; filename",
                "Content-Disposition: ,",
                "Content-Type: multipart/mixed",
            })
    void is_a_400_each_time(String header) throws IOException {
        String request = request(header);
        int form = request.indexOf("--xX");
        for (int i = 0; i < TRIES; i++) {
            int cut = i % 3 == 0 ? form : i % 3 == 1 ? form + 30 : form + 70;
            String answer = answer(request, cut, i % 4 * 10);
            assertThat(answer).as("try %s", i).startsWith("HTTP/1.1 400 ").contains("\"The form is malformed\"");
            assertThat(answer.toLowerCase(java.util.Locale.ROOT)).contains("connection: close");
        }
    }
}
