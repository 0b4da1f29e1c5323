package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.file.FileSamples;
import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * One client uses all the memory that it can get, and other clients are still served. A rejected request of the client
 * shows that it asked for more than its share; without shares, it would have got all memory.
 */
@SecondStage
@Tag("chaos")
@Isolated("it uses all available memory")
@Timeout(600)
class FairShareTest {
    private static final String ATTACKER = "127.0.0.1";
    private static final String OTHER = "127.0.0.2";
    private static final String DOCUMENT = "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n";

    private final FaultyPostgres postgres = FaultRun.postgres();
    private final Shop shop = Shop.on(postgres.url());
    private final List<Socket> attackers = new ArrayList<>();

    private GatewayProcess small() {
        return GatewayProcess.on(postgres.url(), Map.of())
                .with("-Xmx128m", "-XX:MaxDirectMemorySize=64m")
                .start()
                .awaitReady();
    }

    @AfterEach
    void closeAttackers() throws IOException {
        for (Socket socket : attackers) {
            socket.close();
        }
    }

    private static Socket connect(GatewayProcess gateway, String from) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.bind(new InetSocketAddress(from, 0));
        socket.connect(new InetSocketAddress("127.0.0.1", gateway.port()));
        socket.setSoTimeout(15_000);
        return socket;
    }

    private void attack(GatewayProcess gateway, int connections, int requests, byte[] request) throws IOException {
        for (int i = 0; i < connections; i++) {
            attackers.add(connect(gateway, ATTACKER));
        }
        for (int i = 0; i < requests; i++) {
            for (Socket socket : attackers) {
                try {
                    socket.getOutputStream().write(request);
                } catch (SocketException rejected) {
                    // The gateway has closed the connection.
                }
            }
            Load.pause(10);
        }
        Load.pause(1_000);
    }

    /** Returns how many of the attackers were rejected. */
    private long rejected() throws IOException {
        long rejected = 0;
        for (Socket socket : attackers) {
            socket.setSoTimeout(50);
            rejected += status(socket) == 503 ? 1 : 0;
        }
        return rejected;
    }

    /** Returns the status of a response, or 0 if there is none. */
    private static int status(Socket socket) {
        try {
            byte[] line = socket.getInputStream().readNBytes(12);
            return line.length < 12 ? 0 : Integer.parseInt(new String(line, 9, 3, StandardCharsets.US_ASCII));
        } catch (IOException none) {
            return 0;
        }
    }

    /** Sends one request and reads the whole response. */
    private static int served(GatewayProcess gateway, String from, String request) throws IOException {
        try (Socket socket = connect(gateway, from)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            int status = status(socket);
            assertThat(socket.getInputStream().readAllBytes()).isNotEmpty();
            return status;
        }
    }

    private static void assertServed(GatewayProcess gateway, String from, String request, int status)
            throws IOException {
        for (int i = 0; i < 10; i++) {
            assertThat(served(gateway, from, request)).as("request %s", i).isEqualTo(status);
        }
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    }

    @Test
    @Tag("C28")
    void unread_documents_use_no_shared_memory() throws IOException {
        try (GatewayProcess gateway = small()) {
            assertServed(gateway, OTHER, get("/openapi.json"), 200);
            attack(gateway, 150, 8, DOCUMENT.getBytes(StandardCharsets.US_ASCII));
            assertServed(gateway, OTHER, get("/openapi.json"), 200);
            assertServed(gateway, ATTACKER, get("/openapi.json"), 200);
            assertThat(rejected()).isZero();
        }
    }

    @Test
    @Tag("C28")
    void unread_pictures_use_the_share_of_their_client_address() throws IOException {
        try (GatewayProcess gateway = small()) {
            TestApi api = gateway.api(shop.key());
            byte[] picture = Arrays.copyOf(FileSamples.png(1, 1), 4_000_000);
            String path = URI.create(FileSamples.upload(api, "image", "a.png", picture)
                            .expect(201)
                            .json()
                            .at("/data/location")
                            .textValue())
                    .getPath();
            attack(gateway, 30, 1, get(path).getBytes(StandardCharsets.US_ASCII));
            assertServed(gateway, OTHER, get(path), 200);
            assertThat(rejected()).isPositive();
        }
    }

    @Test
    @Tag("C26")
    void half_sent_bodies_use_the_share_of_their_seller() throws IOException {
        Shop other = Shop.on(postgres.url());
        try (GatewayProcess gateway = small()) {
            gateway.api(shop.key()).get("/v1/account").expect(200);
            warmUp(gateway, other);
            String half = head(shop.key(), 65_000) + " ".repeat(60_000);
            attack(gateway, 300, 1, half.getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < 10; i++) {
                assertThat(booked(gateway, other, "buyer" + i))
                        .as("booking %s", i)
                        .isEqualTo(201);
            }
            assertThat(rejected()).isPositive();
        }
    }

    /** Returns the status of a booking whose body is as long as those of the attackers. */
    private static int booked(GatewayProcess gateway, Shop shop, String buyer) throws IOException {
        String body = shop.booking(buyer + "@example.com") + " ".repeat(60_000);
        return served(gateway, OTHER, head(shop.key(), body.length()) + body);
    }

    /** The first bookings of a program are slow, and on a busy machine some of them time out. */
    private static void warmUp(GatewayProcess gateway, Shop shop) throws IOException {
        int booked = 0;
        for (int i = 0; i < 50 && booked < 5; i++) {
            booked += booked(gateway, shop, "warm" + i) == 201 ? 1 : 0;
        }
        assertThat(booked).as("bookings before the attack").isEqualTo(5);
    }

    private static String head(String key, int length) {
        return "POST /v1/bookings HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n"
                + "Authorization: Bearer " + key + "\r\nContent-Length: " + length + "\r\n\r\n";
    }
}
