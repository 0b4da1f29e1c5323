package io.tollgate.platform.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.support.Eventually;
import io.tollgate.support.OwnShop;
import io.tollgate.support.PageType;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestShop;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs of the guide keep a copy that equals the records, whenever they are killed. */
@SecondStage
class KeepInStepTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern SAMPLE = Pattern.compile("```(\\w+) consumer\n(.*?)```", Pattern.DOTALL);
    private static final Map<String, String> LISTS =
            Map.of("booking", "bookings", "ticket", "tickets", "customer", "customers", "payment", "payments");

    /** A language of the guide, and how its program is started. */
    private record Language(String name, String file, List<String> command, List<String> trial) {
        @Override
        public String toString() {
            return name;
        }

        boolean canRun() throws InterruptedException {
            try {
                Process process = new ProcessBuilder(trial)
                        .redirectErrorStream(true)
                        .redirectOutput(new File("/dev/null"))
                        .start();
                return process.waitFor() == 0;
            } catch (IOException absent) {
                return false;
            }
        }
    }

    @TempDir
    private Path folder;

    private final OwnShop shop = OwnShop.open(Map.of());
    private final TestShop.Shelf event = shop.page(PageType.EVENT, 0, 100_000);
    private final List<Process> running = new ArrayList<>();

    @AfterEach
    void close() {
        running.forEach(Process::destroyForcibly);
        shop.close();
    }

    static Stream<Language> languages() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return Stream.of(
                new Language(
                        "java",
                        "Consumer.java",
                        List.of(java, "-cp", System.getProperty("java.class.path")),
                        List.of(java, "-version")),
                new Language("js", "consumer.mjs", List.of("node"), List.of("node", "--version")),
                new Language("python", "consumer.py", List.of("python3"), List.of("python3", "--version")));
    }

    @ParameterizedTest
    @MethodSource("languages")
    void theCopyEqualsTheRecordsWheneverTheProgramIsKilled(Language language) throws Exception {
        assumeTrue(language.canRun());
        Files.writeString(folder.resolve(language.file()), sample(language));
        book("before@example.com");
        Process program = start(language);
        expectInStep();
        for (int i = 0; i < 5; i++) {
            book("buyer" + i + "@example.com");
            book("buyer" + i + "@example.com");
            program.destroyForcibly().waitFor();
            rename("Buyer " + i);
            program = start(language);
        }
        expectInStep();
        program.destroyForcibly().waitFor();
        long last = shop.api().get("/v1/feed?limit=1").json().get("last").longValue();
        book("while.stopped@example.com");
        shop.api().get("/v1/feed?wait=30&after=" + last).expect(200);
        expire();
        book("afterwards@example.com");
        start(language);
        expectInStep();
    }

    /** Deletes all events, as if they had expired. */
    private void expire() throws Exception {
        shop.run("UPDATE event_head SET first = last + 1", "DELETE FROM event", "DELETE FROM reported_change");
    }

    private String sample(Language language) throws IOException {
        Matcher samples = SAMPLE.matcher(Files.readString(Path.of("src/docs/guides/keep-in-step.md")));
        while (samples.find()) {
            if (samples.group(1).equals(language.name())) {
                return samples.group(2);
            }
        }
        throw new AssertionError("the guide has no program in " + language);
    }

    private Process start(Language language) throws IOException {
        List<String> command = new ArrayList<>(language.command());
        command.add(language.file());
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile());
        builder.environment().put("TOLLGATE_URL", shop.gateway().url());
        builder.environment().put("TOLLGATE_LIVE_KEY", shop.key());
        Process process = builder.start();
        running.add(process);
        return process;
    }

    private void book(String email) {
        shop.api().post("/v1/bookings", TestShop.booking(event, email, 1, "")).expect(201);
    }

    private void rename(String name) {
        JsonNode customers = shop.api().get("/v1/customers").json().get("data");
        shop.api()
                .patch(
                        "/v1/customers/" + customers.get(0).get("id").textValue(),
                        JSON.createObjectNode().put("name", name).toString())
                .expect(200);
    }

    private void expectInStep() throws IOException {
        assertThat(Eventually.isTrue(() -> copy().equals(records())))
                .as(Files.readString(folder.resolve("said")))
                .isTrue();
    }

    private ObjectNode records() {
        ObjectNode records = JSON.createObjectNode();
        LISTS.forEach((kind, list) -> {
            JsonNode page =
                    shop.api().get("/v1/" + list + "?limit=100").expect(200).json();
            assertThat(page.get("has_more").booleanValue()).isFalse();
            page.get("data")
                    .forEach(record -> records.set(kind + " " + record.get("id").textValue(), record));
        });
        return records;
    }

    private ObjectNode copy() {
        ObjectNode copy = JSON.createObjectNode();
        try {
            JSON.readTree(folder.resolve("state.json").toFile()).path("records").properties().stream()
                    .filter(entry -> LISTS.containsKey(entry.getKey().split(" ")[0]))
                    .forEach(entry -> copy.set(entry.getKey(), entry.getValue()));
        } catch (IOException absent) {
            return copy;
        }
        return copy;
    }
}
