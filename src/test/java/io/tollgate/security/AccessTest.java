package io.tollgate.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.customer.Customers;
import io.tollgate.app.TestEndpoints;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.Field;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a client can reach by guessing, by additional fields, and from other addresses. */
class AccessTest {
    private static final int NEIGHBOURS = 100;

    private final TestSeller own = TestGateway.shared().seller();
    private final TestSeller other = TestGateway.shared().seller();

    /** Ids are sequential, so a client can guess the next one: that grants no access. */
    @Test
    void ids_beside_ones_own_open_nothing_of_another_seller() {
        String known =
                own.create(Payments.RESOURCE, true, payment -> {}).get("id").textValue();
        Set<String> theirs = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            theirs.add(other.create(Payments.RESOURCE, true, payment -> {})
                    .get("id")
                    .textValue());
        }
        BigInteger id = new BigInteger(known, 16);
        int found = 0;
        for (int i = -NEIGHBOURS; i <= NEIGHBOURS; i++) {
            String guess = "%024x".formatted(id.add(BigInteger.valueOf(i)));
            Reply reply = own.live().get("/v1/payments/" + guess);
            found += reply.status() == 200 ? 1 : 0;
            assertThat(reply.status()).isIn(200, 404);
        }
        for (String one : theirs) {
            own.live().get("/v1/payments/" + one).expect(404);
            // Control: the record exists.
            other.live().get("/v1/payments/" + one).expect(200);
        }
        assertThat(found).isEqualTo(1);
    }

    static List<Endpoint> changes() {
        return TestEndpoints.all().stream()
                .filter(endpoint -> endpoint.writing() != null
                        && !endpoint.writing().body().form()
                        && !TestEndpoints.isOfPart(endpoint)
                        && endpoint.path().contains("{"))
                .filter(endpoint -> !endpoint.path().contains("checkInCode"))
                .toList();
    }

    /** Each field that a change does not accept is rejected by name, or is a field of no request. */
    @ParameterizedTest
    @MethodSource("changes")
    void fields_that_are_not_the_callers_to_set_are_refused_by_name(Endpoint change) {
        Resource resource = change.resource();
        ObjectNode record = own.create(resource, true, sample -> TestEndpoints.fit(change, sample));
        Set<String> taken =
                change.writing().body().fields().stream().map(Field::name).collect(Collectors.toSet());
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        for (Field field : resource.fields()) {
            if (!taken.contains(field.name())) {
                body.set(field.name(), record.path(field.name()));
            }
        }
        String path = change.path().replaceAll("\\{\\w+}", record.get("id").textValue());
        Reply reply = own.live()
                .send(change.method().name(), path, Map.of("Content-Type", "application/json"), body.toString());
        Set<String> refused = Set.copyOf(reply.problems());
        body.fieldNames().forEachRemaining(name -> assertThat(refused).contains(name));
        // Control: an accepted field is not rejected as unknown.
        assertThat(refused).noneMatch(name -> taken.contains(name) && !body.has(name) && isUnknown(reply, name));
    }

    private static boolean isUnknown(Reply reply, String name) {
        for (var problem : reply.json().get("errors")) {
            if (problem.get("param").textValue().equals(name)
                    && problem.get("message").textValue().startsWith("unknown")) {
                return true;
            }
        }
        return false;
    }

    @Test
    void what_was_sent_beside_the_rest_changes_nothing() {
        ObjectNode customer = own.create(Customers.RESOURCE, true, record -> {});
        String path = "/v1/customers/" + customer.get("id").textValue();
        String before = own.live().get(path).expect(200).body();
        own.live()
                .patch(path, "{\"name\":\"New\",\"sellerId\":\"" + other.id() + "\"}")
                .expect(400);
        assertThat(own.live().get(path).expect(200).body()).isEqualTo(before);
    }

    /** Returns a non-loopback address of this machine: requests to it count as coming over a network. */
    private static Optional<InetAddress> outside() throws IOException {
        return Collections.list(NetworkInterface.getNetworkInterfaces()).stream()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress() && address.getAddress().length == 4)
                .findFirst();
    }

    private static String ask(InetAddress at, int port, String key, String... headers) throws IOException {
        StringBuilder head = new StringBuilder("GET /v1/account HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        head.append("Authorization: Bearer ").append(key).append("\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        try (Socket socket = new Socket(at, port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void forwarding_headers_are_believed_of_trusted_proxies_only() throws IOException {
        Optional<InetAddress> outside = outside();
        Assumptions.assumeTrue(outside.isPresent(), "this machine has no network");
        InetAddress at = outside.orElseThrow();
        String https = "X-Forwarded-Proto: https";
        try (TestGateway open = TestGateway.startPatient(Map.of("host", "0.0.0.0"))) {
            String plain = ask(at, open.port(), own.liveKey());
            assertThat(plain)
                    .startsWith("HTTP/1.1 403")
                    .contains("https_required")
                    .doesNotContain("Location");
            for (String spoofed : List.of(https, "Forwarded: proto=https", "X-Forwarded-For: 127.0.0.1", "Host: x")) {
                assertThat(ask(at, open.port(), own.liveKey(), spoofed)).doesNotStartWith("HTTP/1.1 200");
            }
        }
        // Control: the same header from a trusted proxy.
        try (TestGateway behind =
                TestGateway.startPatient(Map.of("host", "0.0.0.0", "trustedProxies", at.getHostAddress()))) {
            assertThat(ask(at, behind.port(), own.liveKey())).startsWith("HTTP/1.1 403");
            assertThat(ask(at, behind.port(), own.liveKey(), https))
                    .startsWith("HTTP/1.1 200")
                    .containsIgnoringCase("strict-transport-security: max-age=31536000; includeSubDomains");
        }
    }
}
