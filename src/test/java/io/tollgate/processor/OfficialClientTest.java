package io.tollgate.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tollgate.platform.clock.Clock;
import io.tollgate.simulator.SimulatorVerticle;
import io.tollgate.support.FreePort;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The processor's official client for Node, which nobody here wrote, works with the simulator; and what the simulator
 * answers and the adapter sends has the types that this client publishes for the version of the API in use. Needs Node
 * with npm, and the npm registry.
 */
@SecondStage
class OfficialClientTest {
    private static final Path SOURCES = Path.of("src/test/stripe");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** The parameter types of requests, by method and path; the first that matches applies. */
    private static final Map<String, String> PARAMETERS = Map.of(
            "POST /v1/payment_intents", "PaymentIntentCreateParams",
            "POST /v1/customers", "CustomerCreateParams",
            "POST /v1/products", "ProductCreateParams",
            "POST /v1/coupons", "CouponCreateParams",
            "POST /v1/tax_rates", "TaxRateCreateParams",
            "POST /v1/refunds", "RefundCreateParams",
            "POST /v1/setup_intents", "SetupIntentCreateParams",
            "POST /v1/subscriptions", "SubscriptionCreateParams",
            "POST /v1/subscriptions/{id}", "SubscriptionUpdateParams",
            "POST /v1/invoices/create_preview", "InvoiceCreatePreviewParams");

    /** The types of answers, by the name of the object. */
    private static final Map<String, String> ANSWERS = Map.of(
            "payment_intent", "PaymentIntent",
            "customer", "Customer",
            "product", "Product",
            "coupon", "Coupon",
            "tax_rate", "TaxRate",
            "refund", "Refund",
            "setup_intent", "SetupIntent",
            "subscription", "Subscription",
            "invoice", "Invoice",
            "charge", "Charge");

    private final Vertx vertx = Vertx.vertx();
    private final AccountKeys keys = new AccountKeys(TestGateway.secrets());
    private final TestSeller seller = TestGateway.shared().seller();
    private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
    private final List<String> answers = Collections.synchronizedList(new ArrayList<>());
    private String simulator;
    private HttpServer recorder;
    private volatile boolean recordsRequests;

    @TempDir
    Path folder;

    @BeforeEach
    void start() throws IOException {
        int port = FreePort.find();
        simulator = "http://127.0.0.1:" + port;
        TestSeller.await(vertx.deployVerticle(new SimulatorVerticle(
                TestSettings.database(TestDatabase.url()), keys, Clock.SYSTEM, "127.0.0.1", port)));
        recorder = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        recorder.setExecutor(Executors.newFixedThreadPool(2));
        recorder.createContext("/", this::pass);
        recorder.start();
    }

    @AfterEach
    void stop() {
        recorder.stop(0);
        TestSeller.await(vertx.close());
    }

    /** Passes a request on to the simulator, and records it with its answer. */
    private void pass(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(simulator + exchange.getRequestURI()))
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofString(body));
        for (String name : List.of("Authorization", "Content-Type", "Idempotency-Key")) {
            String value = exchange.getRequestHeaders().getFirst(name);
            if (value != null) {
                request.header(name, value);
            }
        }
        try {
            HttpResponse<String> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
            record(exchange, body, response);
            byte[] bytes = response.body().getBytes(StandardCharsets.UTF_8);
            response.headers()
                    .firstValue("Content-Type")
                    .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
            exchange.sendResponseHeaders(response.statusCode(), bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (InterruptedException e) {
            throw new IOException(e);
        } finally {
            exchange.close();
        }
    }

    private void record(HttpExchange exchange, String body, HttpResponse<String> response) {
        String path = exchange.getRequestURI().getPath().replaceAll("/sub_\\w+$", "/{id}");
        String parameters = PARAMETERS.get(exchange.getRequestMethod() + " " + path);
        if (recordsRequests && parameters != null) {
            requests.add(constant(parameters, RequestForm.object(body).encode()));
        }
        if (response.statusCode() == 200) {
            JsonObject answer = new JsonObject(response.body());
            elements(answer).forEach(object -> {
                String type = ANSWERS.get(object.getString("object"));
                if (type != null && !object.containsKey("deleted")) {
                    answers.add("{ const value: Answer<Stripe." + type + "> = " + object.encode() + "; void value; }");
                }
            });
        }
    }

    private static List<JsonObject> elements(JsonObject answer) {
        return "list".equals(answer.getString("object"))
                ? answer.getJsonArray("data").stream()
                        .map(JsonObject.class::cast)
                        .toList()
                : List.of(answer);
    }

    private static String constant(String type, String value) {
        return "{ const value: Stripe." + type + " = " + value + "; void value; }";
    }

    private String run(String... command) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(3, TimeUnit.MINUTES);
        process.destroyForcibly();
        String printed = Files.readString(output);
        assertThat(ended && process.exitValue() == 0)
                .as("%s printed: %s", String.join(" ", command), printed)
                .isTrue();
        return printed;
    }

    private static void copy(String name, Path folder) {
        try {
            Files.copy(SOURCES.resolve(name), folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String source(List<String> requests, List<String> answers) {
        return """
                import type Stripe from 'stripe';
                type Part<T> = T extends string | number | boolean | null | undefined ? T
                    : T extends { toFixed(places: number): string } ? string
                    : T extends (infer U)[] ? Part<U>[]
                    : T extends object ? { [K in keyof T]?: Part<T[K]> } : T;
                // Refunds have a member of the simulator's own.
                type Answer<T> = Part<T> & { [own: `simulator_${string}`]: unknown };
                """ + String.join("\n", requests) + "\n" + String.join("\n", answers) + "\n";
    }

    @Test
    void theOfficialClientUnderstandsTheSimulatorAndItsTypesFit() throws IOException, InterruptedException {
        List.of("package.json", "client.mjs").forEach(name -> copy(name, folder));
        String unused = run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts");
        String url = "http://127.0.0.1:" + recorder.getAddress().getPort();
        assertThat(run(
                        "node",
                        "client.mjs",
                        url,
                        keys.simulatedKey(seller.scope(true)),
                        keys.simulatedPublishableKey(seller.scope(true))))
                .contains("the client is content");
        recordsRequests = true;
        new AdapterRequests(new StripeProcessor(url, keys.simulatedKey(seller.scope(true)), 5_000, 30_000), seller.id())
                .send();
        recordsRequests = false;
        assertThat(PARAMETERS.values())
                .allSatisfy(
                        type -> assertThat(requests).as(type).anyMatch(request -> request.contains("Stripe." + type)));
        assertThat(ANSWERS.values())
                .allSatisfy(type -> assertThat(answers)
                        .as(type)
                        .anyMatch(answer -> answer.contains("<Stripe." + type + ">") || type.equals("Charge")));
        Files.writeString(folder.resolve("types.ts"), source(requests, answers));
        assertThat(checkTypes()).isEmpty();
        Files.writeString(
                folder.resolve("types.ts"),
                source(List.of(constant("CouponCreateParams", "{ duration: 1 }")), List.of()));
        // Control: a wrong type is noticed.
        assertThatThrownBy(this::checkTypes).isInstanceOf(AssertionError.class);
    }

    private @Nullable String checkTypes() throws IOException, InterruptedException {
        return run(
                "node_modules/.bin/tsc",
                "--noEmit",
                "--strict",
                "--skipLibCheck",
                "--module",
                "nodenext",
                "--target",
                "es2022",
                "types.ts");
    }
}
