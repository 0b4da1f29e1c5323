package io.tollgate.sales.tax;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.tollgate.pricing.TaxCalculation;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.TaxableOrder;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the processor for the tax of orders. Quotes of equal orders share an answer for a few minutes. An order that is
 * placed always gets a calculation of its own, because each calculation can be recorded once.
 */
public final class OrderTaxes {
    private static final Logger LOG = LoggerFactory.getLogger(OrderTaxes.class);
    private static final int ANSWERS_MAX = 1_000;
    private static final Duration ANSWERS_KEPT = Duration.ofMinutes(5);

    /** While the processor does not respond, quotes do not ask it again for this long. */
    private static final Duration FAILURE_KEPT = Duration.ofSeconds(3);

    private static final int QUOTE_MILLIS = 2_500;
    private static final int ORDER_MILLIS = 5_000;

    private final ProcessorClient processor;
    private final Cache<Question, Answer> answers = Caffeine.newBuilder()
            .maximumSize(ANSWERS_MAX)
            .expireAfterWrite(ANSWERS_KEPT)
            .build();
    private final Cache<Question, Answer> failures = Caffeine.newBuilder()
            .maximumSize(ANSWERS_MAX)
            .expireAfterWrite(FAILURE_KEPT)
            .build();

    public OrderTaxes(ProcessorClient processor) {
        this.processor = processor;
    }

    private record Question(Scope scope, TaxableOrder order) {}

    /**
     * The result of a question.
     *
     * @param calculation null unless the state is final
     */
    public record Answer(TaxState state, @Nullable TaxCalculation calculation) {
        static final Answer ADDRESS_NEEDED = new Answer(TaxState.ADDRESS_NEEDED, null);
        static final Answer UNAVAILABLE = new Answer(TaxState.UNAVAILABLE, null);

        static Answer of(@Nullable TaxCalculation calculation) {
            return calculation == null ? ADDRESS_NEEDED : new Answer(TaxState.FINAL, calculation);
        }
    }

    /** An order whose tax the processor has to calculate. */
    public record Needed(TaxableOrder order, ProcessorAccount account) {}

    /**
     * The tax that the processor calculated for an order.
     *
     * @param calculation null if the address is not sufficient
     */
    public record Known(TaxableOrder order, @Nullable TaxCalculation calculation) {
        /** Returns whether this is the tax of an order; null is one that needs no calculation. */
        public boolean isOf(@Nullable TaxableOrder other) {
            return order.equals(other);
        }

        /**
         * Returns the calculation.
         *
         * @throws ApiError 422 if the address is not sufficient
         */
        public TaxCalculation required() {
            if (calculation == null) {
                throw addressNeeded();
            }
            return calculation;
        }
    }

    /** Returns the tax for a quote. Never fails. */
    public Future<Answer> quote(ProcessorAccount account, TaxableOrder order) {
        Question question = new Question(account.scope(), order);
        Answer known = answers.getIfPresent(question);
        if (known == null) {
            known = failures.getIfPresent(question);
        }
        return known != null
                ? Future.succeededFuture(known)
                : ask(account, question, QUOTE_MILLIS).otherwise(Answer.UNAVAILABLE);
    }

    /** Returns the tax for a quote. Fails with 503 if the processor does not respond. */
    public Future<Known> quote(Needed needed) {
        return quote(needed.account(), needed.order())
                .compose(answer -> answer.state() == TaxState.UNAVAILABLE
                        ? Future.failedFuture(unavailable())
                        : Future.succeededFuture(new Known(needed.order(), answer.calculation())));
    }

    /** Returns the tax of an order that is about to be placed. Fails with 503 if the processor does not respond. */
    public Future<Known> calculate(Needed needed) {
        return ask(needed.account(), new Question(needed.account().scope(), needed.order()), ORDER_MILLIS)
                .map(answer -> new Known(needed.order(), answer.calculation()));
    }

    private Future<Answer> ask(ProcessorAccount account, Question question, int millis) {
        String key = "tollgate-tax-" + UUID.randomUUID();
        return processor
                .call(account, "calculateTax", api -> api.calculateTax(question.order(), key))
                .timeout(millis, TimeUnit.MILLISECONDS)
                .map(Answer::of)
                .onSuccess(answer -> answers.put(question, answer))
                .recover(failure -> {
                    failures.put(question, Answer.UNAVAILABLE);
                    LOG.warn(
                            "The tax of an order of seller {} is unknown: {}",
                            question.scope().sellerId(),
                            String.valueOf(failure.getMessage()));
                    return Future.failedFuture(unavailable());
                });
    }

    private static ApiError unavailable() {
        return ApiError.unavailable(
                "tax_unavailable", "The tax cannot be calculated now. Try again shortly.", FAILURE_KEPT);
    }

    public static ApiError addressNeeded() {
        return ApiError.unprocessable(
                "tax_address_needed",
                "The tax of this order depends on the buyer's address. Enter the country, and the state and postal"
                        + " code if the country has them.");
    }
}
