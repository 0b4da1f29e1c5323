package io.tollgate.processor;

import com.stripe.Stripe;
import com.stripe.StripeClient;
import com.stripe.exception.ApiConnectionException;
import com.stripe.exception.AuthenticationException;
import com.stripe.exception.PermissionException;
import com.stripe.exception.StripeException;
import com.stripe.model.Subscription;
import com.stripe.model.TaxRate;
import com.stripe.net.RequestOptions;
import com.stripe.param.CouponCreateParams;
import com.stripe.param.CouponUpdateParams;
import com.stripe.param.SubscriptionCancelParams;
import com.stripe.param.SubscriptionUpdateParams;
import com.stripe.param.TaxRateCreateParams;
import com.stripe.param.TaxRateListParams;
import com.stripe.param.TaxRateUpdateParams;
import com.stripe.service.V1Services;
import io.tollgate.processor.ProcessorFailure.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The processor over Stripe's API and SDK. One instance per call, because it contains the account's key. */
final class StripeProcessor implements Processor {
    private static final String RECORD_ID_KEY = "tollgate_id";
    private static final int COUPON_NAME_MAX = 40;
    private static final long PAGE = 100;
    private static final int TOO_MANY = 429;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final V1Services client;
    private final DeadlineHttpClient http;

    static {
        // Disables sending call durations to Stripe.
        Stripe.enableTelemetry = false;
    }

    StripeProcessor(String url, String secretKey, int connectTimeoutMillis, int callTimeoutMillis) {
        http = new DeadlineHttpClient(callTimeoutMillis);
        client = StripeClient.builder()
                .setApiKey(secretKey)
                .setApiBase(url)
                .setConnectTimeout(connectTimeoutMillis)
                .setReadTimeout(callTimeoutMillis)
                .setMaxNetworkRetries(0)
                .setHttpClient(http)
                .build()
                .v1();
    }

    /** An SDK call, which may fail with the SDK's exceptions. */
    private interface SdkCall<T> {
        T call() throws StripeException;
    }

    @Override
    public void createCoupon(String id, CouponTerms discount, String key) {
        CouponCreateParams.Builder coupon = CouponCreateParams.builder()
                .setId(id)
                .setName(shortened(discount.name()))
                .setDuration(
                        CouponCreateParams.Duration.valueOf(discount.duration().toUpperCase(Locale.ROOT)));
        if (discount.amountOff() != null) {
            coupon.setAmountOff(discount.amountOff()).setCurrency(discount.currency());
        }
        if (discount.percentOff() != null) {
            coupon.setPercentOff(discount.percentOff());
        }
        if (discount.durationInMonths() != null) {
            coupon.setDurationInMonths(discount.durationInMonths());
        }
        // Only Tollgate chooses these ids. If the id exists, an earlier attempt created it and its response was lost.
        unless("resource_already_exists", () -> client.coupons().create(coupon.build(), options(key)));
    }

    @Override
    public void renameCoupon(String id, String name, String key) {
        CouponUpdateParams change =
                CouponUpdateParams.builder().setName(shortened(name)).build();
        unless("resource_missing", () -> client.coupons().update(id, change, options(key)));
    }

    @Override
    public void deleteCoupon(String id, String key) {
        unless("resource_missing", () -> client.coupons().delete(id, options(key)));
    }

    @Override
    public String createTaxRate(String recordId, TaxTerms terms, String key) {
        TaxRateCreateParams rate = TaxRateCreateParams.builder()
                .setDisplayName(terms.displayName())
                .setInclusive(terms.inclusive())
                .setPercentage(terms.percentage())
                .putMetadata(RECORD_ID_KEY, recordId)
                .build();
        return call(() -> client.taxRates().create(rate, options(key))).getId();
    }

    @Override
    public void renameTaxRate(String id, String displayName, String key) {
        TaxRateUpdateParams change =
                TaxRateUpdateParams.builder().setDisplayName(displayName).build();
        unless("resource_missing", () -> client.taxRates().update(id, change, options(key)));
    }

    @Override
    public void deactivateTaxRate(String id, String key) {
        TaxRateUpdateParams change =
                TaxRateUpdateParams.builder().setActive(false).build();
        unless("resource_missing", () -> client.taxRates().update(id, change, options(key)));
    }

    @Override
    public List<String> taxRatesOf(String recordId, Instant since) {
        TaxRateListParams recent = TaxRateListParams.builder()
                .setActive(true)
                .setLimit(PAGE)
                .setCreated(TaxRateListParams.Created.builder()
                        .setGte(since.getEpochSecond())
                        .build())
                .build();
        List<String> found = new ArrayList<>();
        for (TaxRate rate : call(() -> client.taxRates().list(recent)).autoPagingIterable()) {
            if (rate.getMetadata() != null && recordId.equals(rate.getMetadata().get(RECORD_ID_KEY))) {
                found.add(rate.getId());
            }
        }
        return found;
    }

    @Override
    public SubscriptionState cancel(String subscriptionId, CancellationTime ending, String key) {
        try {
            return state(call(() -> end(subscriptionId, ending, key)));
        } catch (ProcessorFailure failure) {
            if (failure.kind() != Kind.REFUSED) {
                throw failure;
            }
            // A canceled subscription rejects changes. An earlier attempt whose response was lost may have canceled it.
            SubscriptionState state = subscription(subscriptionId);
            if (state.matches(ending)) {
                return state;
            }
            throw failure;
        }
    }

    private Subscription end(String subscriptionId, CancellationTime ending, String key) throws StripeException {
        if (ending.when() == CancellationTime.Timing.NOW) {
            SubscriptionCancelParams now = SubscriptionCancelParams.builder().build();
            return client.subscriptions().cancel(subscriptionId, now, options(key));
        }
        SubscriptionUpdateParams.Builder change = SubscriptionUpdateParams.builder();
        if (ending.when() == CancellationTime.Timing.AT_PERIOD_END) {
            change.setCancelAtPeriodEnd(true);
        } else {
            change.setCancelAt(Objects.requireNonNull(ending.at()).getEpochSecond());
        }
        return client.subscriptions().update(subscriptionId, change.build(), options(key));
    }

    @Override
    public SubscriptionState subscription(String subscriptionId) {
        return state(call(() -> client.subscriptions().retrieve(subscriptionId)));
    }

    private static SubscriptionState state(Subscription subscription) {
        Long cancelAt = subscription.getCancelAt();
        return new SubscriptionState(
                "canceled".equals(subscription.getStatus()),
                Boolean.TRUE.equals(subscription.getCancelAtPeriodEnd()),
                cancelAt == null ? null : Instant.ofEpochSecond(cancelAt));
    }

    private static RequestOptions options(String key) {
        return RequestOptions.builder().setIdempotencyKey(key).build();
    }

    private static String shortened(String name) {
        return name.codePointCount(0, name.length()) <= COUPON_NAME_MAX
                ? name
                : name.substring(0, name.offsetByCodePoints(0, COUPON_NAME_MAX));
    }

    /** Makes a call and treats one error code as success, because the requested state already exists. */
    private void unless(String code, SdkCall<?> call) {
        try {
            Object unused = call.call();
        } catch (StripeException failure) {
            if (!code.equals(failure.getCode())) {
                throw convert(failure);
            }
        }
    }

    private <T> T call(SdkCall<T> call) {
        try {
            return call.call();
        } catch (StripeException failure) {
            throw convert(failure);
        }
    }

    /**
     * Converts a failure. Only a 4xx other than 409 means that nothing was done; 409 means that the request is still
     * in progress. A body that is not in the processor's format comes from a proxy, which may not know the outcome.
     */
    private ProcessorFailure convert(StripeException failure) {
        Integer status = failure.getStatusCode();
        boolean answered =
                status != null && status >= 400 && status < 500 && status != 409 && failure.getStripeError() != null;
        if (status != null && status == TOO_MANY) {
            return new ProcessorFailure(Kind.RATE_LIMITED, "too many requests", http.retryAfter(RETRY_AFTER));
        }
        if (failure instanceof AuthenticationException || failure instanceof PermissionException) {
            return new ProcessorFailure(Kind.KEY_REFUSED, "the key was rejected", RETRY_AFTER);
        }
        if (failure instanceof ApiConnectionException || !answered) {
            return new ProcessorFailure(Kind.UNKNOWN, String.valueOf(failure.getMessage()), RETRY_AFTER);
        }
        return new ProcessorFailure(Kind.REFUSED, message(failure), RETRY_AFTER);
    }

    private static String message(StripeException failure) {
        String told = failure.getStripeError() == null
                ? failure.getMessage()
                : failure.getStripeError().getMessage();
        return told == null ? "no reason given" : told;
    }
}
