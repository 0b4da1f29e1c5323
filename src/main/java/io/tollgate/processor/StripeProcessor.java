package io.tollgate.processor;

import com.stripe.Stripe;
import com.stripe.StripeClient;
import com.stripe.model.TaxRate;
import com.stripe.param.CouponCreateParams;
import com.stripe.param.CouponUpdateParams;
import com.stripe.param.TaxRateCreateParams;
import com.stripe.param.TaxRateListParams;
import com.stripe.param.TaxRateUpdateParams;
import com.stripe.service.V1Services;
import io.tollgate.pricing.TaxCalculation;
import io.tollgate.processor.SubscriptionInvoice.Position;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The processor over Stripe's API and SDK. One instance per call, because it contains the account's key. */
final class StripeProcessor implements Processor {
    /** The name of Tollgate's id in the metadata of the processor's objects. */
    static final String RECORD_ID_KEY = "tollgate_id";

    private static final int COUPON_NAME_MAX = 40;
    private static final int METADATA_MAX = 500;
    private static final long PAGE = 100;

    private final V1Services client;
    private final StripeCalls calls;
    private final StripePayments payments;
    private final StripeSubscriptions subscriptions;
    private final StripeSubscriptionUpdates updates;
    private final StripeInvoices invoices;
    private final StripeSetups setups;
    private final StripeTax tax;
    private final StripeRefunds refunds;

    static {
        // Disables sending call durations to Stripe.
        Stripe.enableTelemetry = false;
    }

    StripeProcessor(String url, String secretKey, int connectTimeoutMillis, int callTimeoutMillis) {
        DeadlineHttpClient http = new DeadlineHttpClient(callTimeoutMillis);
        calls = new StripeCalls(http);
        client = StripeClient.builder()
                .setApiKey(secretKey)
                .setApiBase(url)
                .setConnectTimeout(connectTimeoutMillis)
                .setReadTimeout(callTimeoutMillis)
                .setMaxNetworkRetries(0)
                .setHttpClient(http)
                .build()
                .v1();
        payments = new StripePayments(client, calls);
        subscriptions = new StripeSubscriptions(client, calls, payments);
        updates = new StripeSubscriptionUpdates(client, calls, subscriptions);
        invoices = new StripeInvoices(client, calls, payments);
        setups = new StripeSetups(client, calls);
        tax = new StripeTax(client, calls);
        refunds = new StripeRefunds(client, calls);
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
        calls.unless(
                "resource_already_exists", () -> client.coupons().create(coupon.build(), StripeCalls.options(key)));
    }

    @Override
    public void renameCoupon(String id, String name, String key) {
        CouponUpdateParams change =
                CouponUpdateParams.builder().setName(shortened(name)).build();
        calls.unless("resource_missing", () -> client.coupons().update(id, change, StripeCalls.options(key)));
    }

    @Override
    public void deleteCoupon(String id, String key) {
        calls.unless("resource_missing", () -> client.coupons().delete(id, StripeCalls.options(key)));
    }

    @Override
    public String createTaxRate(String recordId, TaxTerms terms, String key) {
        TaxRateCreateParams rate = TaxRateCreateParams.builder()
                .setDisplayName(terms.displayName())
                .setInclusive(terms.inclusive())
                .setPercentage(terms.percentage())
                .putMetadata(RECORD_ID_KEY, recordId)
                .build();
        return calls.call(() -> client.taxRates().create(rate, StripeCalls.options(key)))
                .getId();
    }

    @Override
    public void renameTaxRate(String id, String displayName, String key) {
        TaxRateUpdateParams change =
                TaxRateUpdateParams.builder().setDisplayName(displayName).build();
        calls.unless("resource_missing", () -> client.taxRates().update(id, change, StripeCalls.options(key)));
    }

    @Override
    public void deactivateTaxRate(String id, String key) {
        TaxRateUpdateParams change =
                TaxRateUpdateParams.builder().setActive(false).build();
        calls.unless("resource_missing", () -> client.taxRates().update(id, change, StripeCalls.options(key)));
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
        for (TaxRate rate : calls.call(() -> client.taxRates().list(recent)).autoPagingIterable()) {
            if (rate.getMetadata() != null && recordId.equals(rate.getMetadata().get(RECORD_ID_KEY))) {
                found.add(rate.getId());
            }
        }
        return List.copyOf(found);
    }

    @Override
    public SubscriptionState cancel(String subscriptionId, CancellationTime ending, String key) {
        return subscriptions.cancel(subscriptionId, ending, key);
    }

    @Override
    public SubscriptionState pause(String subscriptionId, @Nullable Instant resumesAt, String key) {
        return subscriptions.pause(subscriptionId, resumesAt, key);
    }

    @Override
    public SubscriptionState resume(String subscriptionId, String key) {
        return subscriptions.resume(subscriptionId, key);
    }

    @Override
    public UpdatePreview previewUpdate(SubscriptionUpdate update) {
        return updates.preview(update);
    }

    @Override
    public SubscriptionState updateSubscription(SubscriptionUpdate update, String key) {
        return updates.apply(update, key);
    }

    @Override
    public SubscriptionState subscription(String subscriptionId) {
        return subscriptions.retrieve(subscriptionId);
    }

    @Override
    public boolean hasSubscription(String email) {
        return subscriptions.exists(email);
    }

    @Override
    public SubscriptionState createSubscription(SubscriptionTerms terms, String key) {
        return subscriptions.create(terms, key);
    }

    @Override
    public List<SubscriptionInvoice> invoices(String subscriptionId, @Nullable Position after) {
        return invoices.list(subscriptionId, after);
    }

    @Override
    public PaymentState payInvoice(String invoiceId, String key) {
        return invoices.pay(invoiceId, key);
    }

    @Override
    public List<UnpaidInvoice> unpaidInvoices(String subscriptionId) {
        return invoices.unpaid(subscriptionId);
    }

    @Override
    public SubscriptionInvoice.Status voidInvoice(String invoiceId, String key) {
        return invoices.cancel(invoiceId, key);
    }

    @Override
    public void deleteCustomer(String id, String key) {
        calls.unless("resource_missing", () -> client.customers().delete(id, StripeCalls.options(key)));
    }

    @Override
    public SetupState createSetup(String customerId, boolean cardOnly, String key) {
        return setups.create(customerId, cardOnly, key);
    }

    @Override
    public SetupState setup(String id) {
        return setups.retrieve(id);
    }

    @Override
    public SubscriptionState useSetup(String subscriptionId, String setupId, String key) {
        return subscriptions.charge(subscriptionId, setups.retrieve(setupId), key);
    }

    static String shortened(String name) {
        return shortened(name, COUPON_NAME_MAX);
    }

    static String shortened(String text, int most) {
        return text.codePointCount(0, text.length()) <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most));
    }

    /** Returns metadata with values that Stripe accepts. The keys are Tollgate's own. */
    static Map<String, String> metadata(Map<String, String> values) {
        Map<String, String> all = new LinkedHashMap<>();
        values.forEach((key, value) -> all.put(key, metadata(value)));
        return all;
    }

    /** Returns a value of metadata, shortened to UTF-16 units, the stricter measure. */
    static String metadata(String value) {
        if (value.length() <= METADATA_MAX) {
            return value;
        }
        boolean pair = Character.isHighSurrogate(value.charAt(METADATA_MAX - 1));
        return value.substring(0, pair ? METADATA_MAX - 1 : METADATA_MAX);
    }

    @Override
    public PaymentState createPayment(PaymentTerms terms, String key) {
        return payments.create(terms, key);
    }

    @Override
    public PaymentState payment(String id) {
        return payments.retrieve(id);
    }

    @Override
    public PaymentState confirmPayment(CardCharge charge, String key) {
        return payments.confirm(charge, key);
    }

    @Override
    public PaymentState cancelPayment(String id, String key) {
        return payments.cancel(id, key);
    }

    @Override
    public @Nullable TaxCalculation calculateTax(TaxableOrder order, String key) {
        return tax.calculate(order, key);
    }

    @Override
    public String recordTax(String calculationId, String reference, String key) {
        return tax.record(calculationId, reference, key);
    }

    @Override
    public void reverseTax(TaxReversal reversal, String key) {
        tax.reverse(reversal, key);
    }

    @Override
    public RefundState createRefund(RefundTerms terms, String key) {
        return refunds.create(terms, key);
    }

    @Override
    public void removeRefundNote(String refundId, String key) {
        refunds.removeNote(refundId, key);
    }

    @Override
    public PaymentBalance balance(String paymentId) {
        return refunds.balance(paymentId);
    }
}
