package io.tollgate.platform.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.app.TestEndpoints;
import io.tollgate.platform.resource.Resource;
import io.tollgate.support.Seeds;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A total equals a plain count for random queries, whether or not the change journal has been folded. */
class TotalsPropertyTest {
    private static final int RECORDS = 30;
    private static final int QUESTIONS = 15;

    static Stream<Arguments> cases() {
        return Seeds.random(1)
                .boxed()
                .flatMap(seed ->
                        TestEndpoints.paged().stream().map(resource -> Arguments.of(resource.name(), resource, seed)));
    }

    @ParameterizedTest(name = "{0}, seed {2}")
    @MethodSource("cases")
    void a_total_equals_a_plain_count(String name, Resource resource, long seed) {
        TestSeller seller = TestGateway.shared().seller();
        Model model = new Model(resource, seller, new Random(seed));
        CountFolding folding = new CountFolding(TestSeller.database(), TestEndpoints.resources());
        model.add(RECORDS);
        ask(model, "before the journal is folded");
        TestSeller.await(folding.fold());
        ask(model, "after the journal is folded");
        if (TestEndpoints.changes(resource)) {
            for (int i = 0; i < 10; i++) {
                model.changeOne();
            }
        }
        model.add(5);
        ask(model, "with some in the journal and most in the cube");
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> folder = CompletableFuture.runAsync(() -> {
            while (!done.get()) {
                TestSeller.await(folding.fold());
            }
        });
        try {
            for (int i = 0; i < 5; i++) {
                model.add(2);
                ask(model, "while the journal is being folded");
            }
        } finally {
            done.set(true);
            folder.join();
        }
        assertThat(seller.test().get(resource.path()).total())
                .as("records of the other mode do not count")
                .isEqualTo(
                        resource.recorded()
                                ? 0
                                : seller.live().get(resource.path()).total());
    }

    private static void ask(Model model, String when) {
        for (int i = 0; i < QUESTIONS; i++) {
            Model.Question question = model.question();
            int limit = 1 + i * 4 % 100;
            String path = model.resource.path() + "?limit=" + limit + question.parameters();
            Reply reply = model.seller.live().get(path);
            assertThat(reply.total())
                    .as("total %s: %s", when, path)
                    .isEqualTo(question.answer().size());
            List<String> page = question.answer()
                    .subList(0, Math.min(limit, question.answer().size()));
            assertThat(reply.ids()).as("page %s: %s", when, path).isEqualTo(page);
            assertThat(reply.hasMore())
                    .as(path)
                    .isEqualTo(page.size() < question.answer().size());
        }
    }
}
