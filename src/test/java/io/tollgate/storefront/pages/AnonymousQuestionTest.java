package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.processor.CallFaults;
import io.tollgate.processor.CallFaults.Fault;
import io.tollgate.support.Buyer;
import io.tollgate.support.Overdue;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pages that anyone can load ask the processor rarely, and do not wait for it. */
class AnonymousQuestionTest {
    private static final String VISA = "4242424242424242";
    private static final Map<String, String> SELDOM = Map.of("processor.questionPauseMillis", "60000");
    private static final Map<String, String> IMPATIENT = Map.of("processor.questionWaitMillis", "1");

    private final AtomicInteger calls = new AtomicInteger();
    private final Promise<Void> asked = Promise.promise();
    private final Promise<Void> release = Promise.promise();
    private volatile boolean silent;
    private TestGateway gateway;
    private TestShop shop;

    private Buyer open(Map<String, String> settings) {
        gateway = TestGateway.startPatient(settings);
        shop = new TestShop(gateway, gateway.seller());
        CallFaults.install(gateway.vertx(), new CallFaults.Plan() {
            @Override
            public Fault next() {
                calls.incrementAndGet();
                if (silent) {
                    asked.tryComplete();
                }
                return silent ? Fault.REQUEST_LATE : null;
            }

            @Override
            public Future<Void> release() {
                return release.future();
            }
        });
        return new Buyer(gateway.url(), Overdue.EMAIL);
    }

    @AfterEach
    void stop() {
        release.tryComplete();
        gateway.close();
    }

    @Test
    void orderIsAskedAboutOnceHoweverOftenItsPageIsLoaded() {
        Buyer ada = open(SELDOM);
        String order = ada.order(shop.product(900).path()).expect(303).path();
        Parallel.times(30, i -> ada.get(order).expect(200));
        // The payment is created, and asked about once if a load began after that.
        assertThat(calls.get()).isBetween(1, 2);
        assertThat(ada.pay(order, VISA)).isEqualTo("succeeded");
        assertThat(ada.comeBack(order).expect(200).html()).contains("Thank you");
    }

    @Test
    void returnsAreAskedAboutOnceAsWell() {
        Buyer ada = open(SELDOM);
        String order = ada.order(shop.product(900).path()).expect(303).path();
        ada.get(order).expect(200);
        int before = calls.get();
        Parallel.times(30, i -> ada.get(order + "/return").expect(303));
        assertThat(calls.get() - before).isEqualTo(1);
    }

    @Test
    void expiredOrderIsAskedAboutOnce() {
        Buyer ada = open(SELDOM);
        String order = ada.order(shop.product(900).path()).expect(303).path();
        ada.get(order).expect(200);
        TestSeller.rows(
                "UPDATE checkout SET hold_until = now() - interval '1 second' WHERE seller_id = $1",
                shop.seller().id());
        assertThat(shop.settles(() -> ada.get(order).html().contains("expired")))
                .isTrue();
        int before = calls.get();
        Parallel.times(30, i -> ada.get(order).expect(200));
        assertThat(calls.get() - before).isLessThanOrEqualTo(1);
    }

    @Test
    void overduePageIsAskedAboutOnce() {
        Buyer ada = open(SELDOM);
        Overdue overdue = new Overdue(shop);
        overdue.fail(Overdue.WITHOUT_FUNDS);
        String path = overdue.path();
        ada.get(path).expect(200);
        int before = calls.get();
        Parallel.times(30, i -> ada.get(path).expect(200));
        assertThat(calls.get()).isEqualTo(before);
    }

    @Test
    void pageIsShownWhileTheProcessorDoesNotAnswer() {
        TestShop begun = TestShop.open();
        Buyer first = new Buyer(begun.gateway().url(), Overdue.EMAIL);
        String order = first.order(begun.product(900).path()).expect(303).path();
        first.get(order).expect(200);
        Buyer ada = open(IMPATIENT);
        silent = true;
        for (int i = 0; i < 2; i++) {
            assertThat(ada.get(order).expect(200).html()).contains("One moment, please", "http-equiv=\"refresh\"");
        }
        TestSeller.await(asked.future());
    }
}
