package io.tollgate.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.SecondStage;
import io.tollgate.support.TestGateway;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Sends requests derived from the published document, each changed in one place, by two sellers in both modes. {@code
 * -Dfuzz.seed=N} repeats the round of that seed; {@code -Dfuzz.requests=N} sends more requests.
 */
@SecondStage
class ApiFuzzTest {
    private static final int REQUESTS = Integer.getInteger("fuzz.requests", 50_000);
    private static final int OF_A_ROUND = 500;
    private static final int AT_A_TIME = 4;

    static Document document(TestGateway gateway) {
        return new Document(gateway.api(null).get("/openapi.json").expect(200).json());
    }

    @Test
    void every_response_conforms_to_the_document() throws Exception {
        Long given = Long.getLong("fuzz.seed");
        long first = given != null ? given : new SecureRandom().nextInt(1_000_000_000);
        int rounds = given != null ? 1 : Math.max(1, REQUESTS / OF_A_ROUND);
        try (TestGateway gateway = TestGateway.start(TestGateway.PATIENT)) {
            Document document = document(gateway);
            List<Callable<Integer>> work = new ArrayList<>();
            for (int i = 0; i < rounds; i++) {
                long seed = first + i;
                work.add(() -> new Round(gateway, new RawConnection(gateway.port()), document, seed).run(OF_A_ROUND));
            }
            assertThat(all(work)).isGreaterThanOrEqualTo(rounds * OF_A_ROUND);
        }
    }

    /** The number of requests sent. Every round runs, so that one finding does not hide the others. */
    private static int all(List<Callable<Integer>> work) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);
        List<String> found = new ArrayList<>();
        int sent = 0;
        try {
            for (Future<Integer> round : threads.invokeAll(work)) {
                try {
                    sent += round.get();
                } catch (ExecutionException e) {
                    found.add(e.getCause().toString());
                }
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(found.stream().limit(20)).isEmpty();
        return sent;
    }
}
