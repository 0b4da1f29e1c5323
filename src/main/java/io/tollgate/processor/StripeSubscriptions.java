package io.tollgate.processor;

import com.stripe.exception.StripeException;
import com.stripe.model.Customer;
import com.stripe.model.Subscription;
import com.stripe.param.CouponCreateParams;
import com.stripe.param.CustomerListParams;
import com.stripe.param.ProductCreateParams;
import com.stripe.param.SubscriptionCancelParams;
import com.stripe.param.SubscriptionCreateParams;
import com.stripe.param.SubscriptionListParams;
import com.stripe.param.SubscriptionRetrieveParams;
import com.stripe.param.SubscriptionUpdateParams;
import com.stripe.param.SubscriptionUpdateParams.PauseCollection;
import com.stripe.param.common.EmptyParam;
import com.stripe.service.V1Services;
import io.tollgate.processor.ProcessorFailure.Kind;
import io.tollgate.processor.SubscriptionTerms.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Subscriptions at Stripe, whose first payment or setup the buyer's browser confirms. */
record StripeSubscriptions(V1Services client, StripeCalls calls, StripePayments payments) {
    /** The error of an object that the account does not have, such as a customer of a former account. */
    private static final String MISSING = "resource_missing";

    private static final Set<String> ENDED = Set.of("canceled", "incomplete", "incomplete_expired");

    void createProduct(String id, String name, String key) {
        ProductCreateParams product =
                ProductCreateParams.builder().setId(id).setName(name).build();
        calls.unless("resource_already_exists", () -> client.products().create(product, StripeCalls.options(key)));
    }

    /** Returns whether a customer with this e-mail address has a subscription that has not ended. */
    boolean exists(String email) {
        CustomerListParams named =
                CustomerListParams.builder().setEmail(email).setLimit(100L).build();
        return calls.call(() -> client.customers().list(named)).getData().stream()
                .anyMatch(customer -> isSubscribed(customer.getId()));
    }

    private boolean isSubscribed(String customer) {
        SubscriptionListParams all = SubscriptionListParams.builder()
                .setCustomer(customer)
                .setStatus(SubscriptionListParams.Status.ALL)
                .setLimit(100L)
                .build();
        return calls.call(() -> client.subscriptions().list(all)).getData().stream()
                .anyMatch(subscription -> !ENDED.contains(subscription.getStatus()));
    }

    SubscriptionState create(SubscriptionTerms terms, String key) {
        if (terms.discount() != null) {
            CouponCreateParams coupon = StripeSubscriptionParams.coupon(terms.discount(), terms.currency());
            calls.unless(
                    "resource_already_exists",
                    () -> client.coupons().create(coupon, StripeCalls.options(key + "-coupon")));
        }
        Subscription created = created(terms, key);
        return align(terms, StripeSubscriptionState.of(created, null), key + "-end");
    }

    /**
     * Creates the subscription, and what the account does not have. Each step has an idempotency key of its own,
     * so that a repeated call finds the same objects.
     */
    private Subscription created(SubscriptionTerms terms, String key) {
        String known = terms.customer().customerId();
        String customer = known == null ? payments.customer(terms.customer(), key + "-customer") : known;
        Subscription created = createOrNull(terms, customer, key);
        if (created != null) {
            return created;
        }
        if (known != null && isMissing(known)) {
            customer = payments.customer(terms.customer(), key + "-customer");
        }
        Stream.concat(terms.items().stream(), terms.oneTimeItems().stream())
                .map(Item::product)
                .distinct()
                .forEach(product -> createProduct(product, name(terms, product), key + "-product-" + product));
        SubscriptionCreateParams params = StripeSubscriptionParams.create(terms, customer);
        return calls.call(() -> client.subscriptions().create(params, StripeCalls.options(key + "-complete")));
    }

    private static String name(SubscriptionTerms terms, String product) {
        return Stream.concat(terms.items().stream(), terms.oneTimeItems().stream())
                .filter(item -> item.product().equals(product))
                .map(Item::productName)
                .findFirst()
                .orElseThrow();
    }

    private @Nullable Subscription createOrNull(SubscriptionTerms terms, String customer, String key) {
        SubscriptionCreateParams params = StripeSubscriptionParams.create(terms, customer);
        return calls.callOrNull(MISSING, () -> client.subscriptions().create(params, StripeCalls.options(key)));
    }

    private boolean isMissing(String customer) {
        Customer found = calls.callOrNull(MISSING, () -> client.customers().retrieve(customer));
        return found == null || Boolean.TRUE.equals(found.getDeleted());
    }

    /**
     * Moves the end of a payment plan to the end of its last period, to the second. The processor counts periods from
     * the moment when it created the subscription, which is a little after {@link SubscriptionTerms#createdAt}. If the
     * processor does not allow this before the first payment, the plan ends that little earlier.
     */
    private SubscriptionState align(SubscriptionTerms terms, SubscriptionState state, String key) {
        Integer iterations = terms.planIterations();
        if (iterations == null) {
            return state;
        }
        Instant end = terms.cycle().after(state.times().anchor(), iterations, terms.anchorDay());
        if (end.equals(state.endsAt())) {
            return state;
        }
        try {
            return cancel(state.id(), new CancellationTime(CancellationTime.Timing.AT_DATE, end), key);
        } catch (ProcessorFailure failure) {
            if (failure.kind() != Kind.REFUSED) {
                throw failure;
            }
            return state;
        }
    }

    SubscriptionState cancel(String subscriptionId, CancellationTime ending, String key) {
        try {
            return StripeSubscriptionState.of(calls.call(() -> end(subscriptionId, ending, key)), null);
        } catch (ProcessorFailure failure) {
            if (failure.kind() != Kind.REFUSED) {
                throw failure;
            }
            // A canceled subscription rejects changes. An earlier attempt whose response was lost may have canceled it.
            SubscriptionState state = retrieve(subscriptionId);
            if (state.matches(ending)) {
                return state;
            }
            throw failure;
        }
    }

    private Subscription end(String subscriptionId, CancellationTime ending, String key) throws StripeException {
        if (ending.when() == CancellationTime.Timing.NOW) {
            SubscriptionCancelParams now = SubscriptionCancelParams.builder()
                    .addAllExpand(StripeSubscriptionParams.EXPANDED)
                    .build();
            return client.subscriptions().cancel(subscriptionId, now, StripeCalls.options(key));
        }
        SubscriptionUpdateParams.Builder change =
                change().setProrationBehavior(SubscriptionUpdateParams.ProrationBehavior.NONE);
        switch (ending.when()) {
            case AT_PERIOD_END -> change.setCancelAtPeriodEnd(true);
            case NEVER -> unset(subscriptionId, change);
            default -> change.setCancelAt(Objects.requireNonNull(ending.at()).getEpochSecond());
        }
        return client.subscriptions().update(subscriptionId, change.build(), StripeCalls.options(key));
    }

    /** Unsets the end. The processor takes only one of the two parameters, that with which the end was set. */
    private void unset(String subscriptionId, SubscriptionUpdateParams.Builder change) throws StripeException {
        if (Boolean.TRUE.equals(client.subscriptions().retrieve(subscriptionId).getCancelAtPeriodEnd())) {
            change.setCancelAtPeriodEnd(false);
        } else {
            change.setCancelAt(EmptyParam.EMPTY);
        }
    }

    SubscriptionState pause(String id, @Nullable Instant resumesAt, String key) {
        PauseCollection.Builder pause = PauseCollection.builder().setBehavior(PauseCollection.Behavior.VOID);
        if (resumesAt != null) {
            pause.setResumesAt(resumesAt.getEpochSecond());
        }
        return update(id, change().setPauseCollection(pause.build()), key);
    }

    SubscriptionState resume(String id, String key) {
        return update(id, change().setPauseCollection(EmptyParam.EMPTY), key);
    }

    private static SubscriptionUpdateParams.Builder change() {
        return SubscriptionUpdateParams.builder().addAllExpand(StripeSubscriptionParams.EXPANDED);
    }

    private SubscriptionState update(String id, SubscriptionUpdateParams.Builder change, String key) {
        return StripeSubscriptionState.of(
                calls.call(() -> client.subscriptions().update(id, change.build(), StripeCalls.options(key))), null);
    }

    SubscriptionState retrieve(String id) {
        SubscriptionRetrieveParams expanded = SubscriptionRetrieveParams.builder()
                .addAllExpand(StripeSubscriptionParams.EXPANDED)
                .build();
        Subscription found = calls.call(() -> client.subscriptions().retrieve(id, expanded));
        String payment = StripeInvoices.paymentIntent(found.getLatestInvoiceObject());
        return StripeSubscriptionState.of(found, payment == null ? null : payments.retrieve(payment));
    }

    /** Charges the payment method of a setup from now on. */
    SubscriptionState charge(String id, SetupState setup, String key) {
        if (setup.status() != SetupState.Status.SUCCEEDED || setup.methodId() == null) {
            throw new ProcessorFailure(Kind.REFUSED, "the setup has not succeeded", Duration.ZERO);
        }
        return update(id, change().setDefaultPaymentMethod(setup.methodId()), key);
    }
}
