package io.tollgate.platform.records;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.app.TestEndpoints;
import io.tollgate.platform.resource.Resource;
import io.tollgate.support.Samples;
import io.tollgate.support.Seeds;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A client that follows the cursors of a list in either direction gets every record that existed at the start exactly
 * once and in order, in spite of concurrent writes.
 */
class WalkPropertyTest {
    private static final int RECORDS = 30;

    static Stream<Arguments> cases() {
        return Seeds.random(1)
                .boxed()
                .flatMap(seed ->
                        TestEndpoints.paged().stream().map(resource -> Arguments.of(resource.name(), resource, seed)));
    }

    @ParameterizedTest(name = "{0}, seed {2}")
    @MethodSource("cases")
    void following_cursors_returns_every_record_once(String name, Resource resource, long seed) {
        Random random = new Random(seed);
        Model model = new Model(resource, TestGateway.shared().seller(), random);
        model.add(RECORDS);
        List<Model.Question> questions =
                Stream.generate(model::question).limit(3).toList();
        List<ObjectNode> existing = Stream.generate(model::anyRecord).limit(20).toList();
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> write(model, existing, done));
        try {
            for (Model.Question question : questions) {
                int limit = 2 + random.nextInt(8);
                assertMet(question, forward(model, question, limit));
                assertMet(question, backward(model, question, limit));
            }
        } finally {
            done.set(true);
            writer.join();
        }
    }

    /** Adds records all over the list, and changes fields of old ones that no list filters by. */
    private static void write(Model model, List<ObjectNode> existing, AtomicBoolean done) {
        Random random = new Random(1);
        for (int i = 0; !done.get() && i < 100; i++) {
            Instant at = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(random.nextInt(12_000_000));
            model.seller.create(model.resource, true, at, record -> Samples.makeStorable(model.resource, record));
            if (TestEndpoints.changes(model.resource)) {
                ObjectNode former = existing.get(random.nextInt(existing.size()));
                ObjectNode changed = former.deepCopy().put("updatedAt", "2026-06-01T00:00:00.000Z");
                model.seller.update(model.resource, true, former, changed);
            }
        }
    }

    private static List<String> forward(Model model, Model.Question question, int limit) {
        List<String> met = new ArrayList<>();
        String cursor = "";
        while (true) {
            Reply page = page(model, question, limit, cursor);
            met.addAll(page.ids());
            if (!page.hasMore()) {
                return met;
            }
            assertThat(page.ids()).hasSize(limit);
            cursor = "&starting_after=" + met.get(met.size() - 1);
        }
    }

    private static List<String> backward(Model model, Model.Question question, int limit) {
        List<String> met = new ArrayList<>();
        String first = "0".repeat(24);
        while (true) {
            Reply page = page(model, question, limit, "&ending_before=" + first);
            List<String> ids = new ArrayList<>(page.ids());
            if (!ids.isEmpty()) {
                first = ids.get(0);
            }
            Collections.reverse(ids);
            met.addAll(ids);
            if (!page.hasMore()) {
                Collections.reverse(met);
                return met;
            }
        }
    }

    private static Reply page(Model model, Model.Question question, int limit, String cursor) {
        return model.seller.live().get(model.resource.path() + "?limit=" + limit + question.parameters() + cursor);
    }

    private static void assertMet(Model.Question question, List<String> met) {
        assertThat(met).as("in order, each once: %s", question.parameters()).doesNotHaveDuplicates();
        assertThat(met).isSortedAccordingTo(Comparator.reverseOrder());
        Set<String> existed = new HashSet<>(question.answer());
        assertThat(met.stream().filter(existed::contains).toList())
                .as(question.parameters())
                .isEqualTo(question.answer());
    }
}
