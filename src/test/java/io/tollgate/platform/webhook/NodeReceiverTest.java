package io.tollgate.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestShop;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A receiver in Node verifies deliveries with the library of the Standard Webhooks project. Needs Node, and npm with
 * its registry.
 */
@SecondStage
class NodeReceiverTest extends WebhookScene {
    private static final Path SOURCES = Path.of("src/test/clients/webhooks");
    private static final Path GUIDE = Path.of("src/docs/guides/webhooks.md");

    @TempDir
    Path folder;

    private record Result(boolean succeeded, String printed) {}

    private Result run(String... command) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            boolean ended = process.waitFor(3, TimeUnit.MINUTES);
            process.destroyForcibly();
            return new Result(ended && process.exitValue() == 0, Files.readString(output));
        } catch (IOException absent) {
            return new Result(false, String.valueOf(absent.getMessage()));
        }
    }

    @Test
    void bothSignaturesAreVerified() throws IOException, InterruptedException {
        for (String name : List.of("package.json", "verify.js")) {
            Files.copy(SOURCES.resolve(name), folder.resolve(name));
        }
        assumeTrue(
                run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts")
                        .succeeded(),
                "needs node, and npm with the package standardwebhooks");
        TestShop.Shelf event = shop.event();
        JsonNode webhook = shop.hook("/hook", HookedShop.ALL);
        shop.book(event);
        shop.settle();
        JsonArray deliveries = new JsonArray();
        receiver.deliveries()
                .forEach(one -> deliveries.add(
                        new JsonObject().put("headers", one.headers()).put("body", one.body())));
        JsonObject input = new JsonObject()
                .put("secret", webhook.get("secret").textValue())
                .put("publicKey", webhook.get("publicKey").textValue())
                .put("deliveries", deliveries);
        Files.writeString(folder.resolve("deliveries.json"), input.encode());
        Result verified = run("node", "verify.js");
        assertThat(verified.printed()).isEqualTo("v1 4 v1a 4\nchanged v1 0 v1a 0\n");
    }

    @Test
    void theGuideHasTheFunctionThatVerifiesPublicKeys() throws IOException {
        String script = Files.readString(SOURCES.resolve("verify.js"));
        String function = script.substring(script.indexOf("function isFromTollgate"), script.indexOf("function symm"));
        assertThat(Files.readString(GUIDE)).contains(function.strip());
    }
}
