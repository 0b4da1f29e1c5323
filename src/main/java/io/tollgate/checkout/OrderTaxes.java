package io.tollgate.checkout;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.error.ApiError;
import io.tollgate.pricing.TaxCalculation;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.TaxableOrder;
import io.tollgate.resource.Scope;
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
final class OrderTaxes {
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

    OrderTaxes(ProcessorClient processor) {
        this.processor = processor;
    }

    private record Question(Scope scope, TaxableOrder order) {}

    /**
     * The result of a question.
     *
     * @param calculation null unless the state is final
     */
    record Answer(TaxState state, @Nullable TaxCalculation calculation) {
        static final Answer ADDRESS_NEEDED = new Answer(TaxState.ADDRESS_NEEDED, null);
        static final Answer UNAVAILABLE = new Answer(TaxState.UNAVAILABLE, null);

        static Answer of(@Nullable TaxCalculation calculation) {
            return calculation == null ? ADDRESS_NEEDED : new Answer(TaxState.FINAL, calculation);
        }
    }

    /** The tax that the processor calculated for an order. */
    record Known(TaxableOrder order, TaxCalculation calculation) {}

    /** An order that cannot be placed before its tax is known. */
    record Needed(TaxableOrder order, ProcessorAccount account) {}

    /** Returns the tax for a quote. Never fails. */
    Future<Answer> quote(ProcessorAccount account, TaxableOrder order) {
        Question question = new Question(account.scope(), order);
        Answer known = answers.getIfPresent(question);
        if (known == null) {
            known = failures.getIfPresent(question);
        }
        return known != null
                ? Future.succeededFuture(known)
                : ask(account, question, QUOTE_MILLIS).otherwise(Answer.UNAVAILABLE);
    }

    /**
     * Returns the tax of an order that is about to be placed.
     *
     * @throws ApiError 422 if the address is not sufficient; 503 if the processor does not respond
     */
    Future<TaxCalculation> calculate(ProcessorAccount account, TaxableOrder order) {
        return ask(account, new Question(account.scope(), order), ORDER_MILLIS).compose(answer -> {
            TaxCalculation calculation = answer.calculation();
            return calculation == null ? Future.failedFuture(addressNeeded()) : Future.succeededFuture(calculation);
        });
    }

    private Future<Answer> ask(ProcessorAccount account, Question question, int millis) {
        String key = "tollgate-tax-" + UUID.randomUUID();
        return processor
                .calculateTax(account, question.order(), key)
                .timeout(millis, TimeUnit.MILLISECONDS)
                .map(Answer::of)
                .onSuccess(answer -> answers.put(question, answer))
                .recover(failure -> {
                    failures.put(question, Answer.UNAVAILABLE);
                    LOG.warn(
                            "The tax of an order of seller {} is unknown: {}",
                            question.scope().sellerId(),
                            String.valueOf(failure.getMessage()));
                    return Future.failedFuture(ApiError.unavailable(
                            "tax_unavailable", "The tax cannot be calculated now. Try again shortly.", FAILURE_KEPT));
                });
    }

    static ApiError addressNeeded() {
        return ApiError.unprocessable(
                "tax_address_needed",
                "The tax of this order depends on the buyer's address. Enter the country, and the state and postal"
                        + " code if the country has them.");
    }
}
