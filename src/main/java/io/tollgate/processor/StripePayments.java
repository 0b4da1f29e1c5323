package io.tollgate.processor;

import com.stripe.exception.StripeException;
import com.stripe.model.Charge;
import com.stripe.model.PaymentIntent;
import com.stripe.model.StripeError;
import com.stripe.net.RequestOptions;
import com.stripe.param.CustomerCreateParams;
import com.stripe.param.PaymentIntentCancelParams;
import com.stripe.param.PaymentIntentConfirmParams;
import com.stripe.param.PaymentIntentCreateParams;
import com.stripe.param.PaymentIntentRetrieveParams;
import com.stripe.service.V1Services;
import io.tollgate.processor.PaymentState.Status;
import io.tollgate.processor.ProcessorFailure.Kind;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Payments as Stripe's payment intents, captured at once. */
record StripePayments(V1Services client, StripeCalls calls) {
    private static final String CHARGE = "latest_charge";

    private static final int DESCRIPTION_MAX = 1_000;
    private static final int NAME_MAX = 256;

    /** The error of an object that the account does not have, such as a customer of a former account. */
    private static final String MISSING = "resource_missing";

    PaymentState create(PaymentTerms terms, String key) {
        PaymentTerms.Saving saving = terms.saving();
        if (saving == null) {
            return create(params(terms).build(), key);
        }
        if (saving.customerId() != null) {
            PaymentIntentCreateParams known = params(terms, saving.customerId());
            PaymentIntent intent =
                    calls.callOrNull(MISSING, () -> client.paymentIntents().create(known, StripeCalls.options(key)));
            if (intent != null) {
                return state(intent);
            }
        }
        // Each step has an idempotency key of its own, so that a repeated call finds the same customer and payment.
        return create(params(terms, customer(saving, key + "-customer")), key + "-new-customer");
    }

    private PaymentState create(PaymentIntentCreateParams params, String key) {
        return state(calls.call(() -> client.paymentIntents().create(params, StripeCalls.options(key))));
    }

    String customer(PaymentTerms.Saving saving, String key) {
        CustomerCreateParams.Builder customer = CustomerCreateParams.builder().setEmail(saving.email());
        if (saving.name() != null) {
            customer.setName(StripeProcessor.shortened(saving.name(), NAME_MAX));
        }
        return calls.call(() -> client.customers().create(customer.build(), StripeCalls.options(key)))
                .getId();
    }

    private static PaymentIntentCreateParams params(PaymentTerms terms, String customerId) {
        return params(terms)
                .setCustomer(customerId)
                .setSetupFutureUsage(PaymentIntentCreateParams.SetupFutureUsage.OFF_SESSION)
                .build();
    }

    private static PaymentIntentCreateParams.Builder params(PaymentTerms terms) {
        PaymentIntentCreateParams.Builder intent = PaymentIntentCreateParams.builder()
                .setAmount(terms.amount())
                .setCurrency(terms.currency())
                .setDescription(StripeProcessor.shortened(terms.description(), DESCRIPTION_MAX))
                .putAllMetadata(StripeProcessor.metadata(terms.metadata()));
        if (terms.methods() == PaymentTerms.Methods.CARD) {
            intent.addPaymentMethodType("card");
        } else {
            intent.setAutomaticPaymentMethods(PaymentIntentCreateParams.AutomaticPaymentMethods.builder()
                    .setEnabled(true)
                    .build());
        }
        if (terms.methods() == PaymentTerms.Methods.OTHERS) {
            intent.addExcludedPaymentMethodType(PaymentIntentCreateParams.ExcludedPaymentMethodType.CARD);
        }
        if (terms.receiptEmail() != null) {
            intent.setReceiptEmail(terms.receiptEmail());
        }
        return intent;
    }

    PaymentState retrieve(String id) {
        PaymentIntentRetrieveParams expanded =
                PaymentIntentRetrieveParams.builder().addExpand(CHARGE).build();
        return state(calls.call(() -> client.paymentIntents().retrieve(id, expanded)));
    }

    /**
     * Charges a saved card for a payment. Returns the payment also if the card is declined, because the buyer can pay
     * it with another one. One that has succeeded is not charged again.
     */
    PaymentState confirm(CardCharge charge, String key) {
        PaymentIntentConfirmParams params = PaymentIntentConfirmParams.builder()
                .setPaymentMethod(charge.cardId())
                .setReturnUrl(charge.returnUrl())
                .setUseStripeSdk(true)
                .build();
        try {
            PaymentIntent unused = calls.call(
                    () -> client.paymentIntents().confirm(charge.paymentId(), params, StripeCalls.options(key)));
        } catch (ProcessorFailure failure) {
            if (failure.kind() != Kind.REFUSED) {
                throw failure;
            }
        }
        return retrieve(charge.paymentId());
    }

    /**
     * Cancels a payment. Returns the state of one that can no longer be canceled, because it succeeded, was canceled,
     * or its outcome follows later.
     */
    PaymentState cancel(String id, String key) {
        try {
            return state(calls.call(() -> cancelIntent(id, StripeCalls.options(key))));
        } catch (ProcessorFailure failure) {
            PaymentState state = stateAfter(failure, id);
            // The processor repeats its response to a key: it refused the first call while it processed a payment that
            // has failed since. Two cancellations have the effect of one, so the second call needs no key.
            return isOpen(state) ? cancelAgain(id) : state;
        }
    }

    private PaymentState cancelAgain(String id) {
        try {
            return state(calls.call(() -> cancelIntent(id, RequestOptions.getDefault())));
        } catch (ProcessorFailure failure) {
            PaymentState state = stateAfter(failure, id);
            if (isOpen(state)) {
                throw failure;
            }
            return state;
        }
    }

    /** Returns the state of a payment whose cancellation was refused. */
    private PaymentState stateAfter(ProcessorFailure failure, String id) {
        if (failure.kind() != Kind.REFUSED) {
            throw failure;
        }
        return retrieve(id);
    }

    private static boolean isOpen(PaymentState state) {
        return state.status() == Status.OPEN || state.status() == Status.REQUIRES_ACTION;
    }

    private PaymentIntent cancelIntent(String id, RequestOptions options) throws StripeException {
        PaymentIntentCancelParams expanded =
                PaymentIntentCancelParams.builder().addExpand(CHARGE).build();
        return client.paymentIntents().cancel(id, expanded, options);
    }

    private static PaymentState state(PaymentIntent intent) {
        return new PaymentState(
                intent.getId(),
                Status.of(intent.getStatus()),
                intent.getClientSecret(),
                Objects.requireNonNullElse(intent.getAmountReceived(), 0L),
                intent.getCurrency(),
                intent.getLatestCharge(),
                method(intent.getLatestChargeObject()),
                decline(intent.getLastPaymentError()),
                intent.getCustomer(),
                savedCard(intent));
    }

    private static @Nullable String savedCard(PaymentIntent intent) {
        Charge charge = intent.getLatestChargeObject();
        Charge.PaymentMethodDetails details = charge == null ? null : charge.getPaymentMethodDetails();
        boolean reusable = details != null
                && details.getCard() != null
                && details.getCard().getWallet() == null
                && intent.getCustomer() != null
                && intent.getSetupFutureUsage() != null;
        return reusable ? intent.getPaymentMethod() : null;
    }

    private static PaymentState.@Nullable Method method(@Nullable Charge charge) {
        if (charge == null || !Boolean.TRUE.equals(charge.getPaid())) {
            return null;
        }
        Charge.PaymentMethodDetails details = charge.getPaymentMethodDetails();
        if (details == null) {
            return null;
        }
        Charge.PaymentMethodDetails.Card card = details.getCard();
        return card == null || card.getLast4() == null
                ? new PaymentState.Method(details.getType(), null, null)
                : new PaymentState.Method(
                        details.getType(),
                        card.getCountry(),
                        new PaymentState.Card(
                                card.getBrand(),
                                card.getLast4(),
                                card.getExpMonth().intValue(),
                                card.getExpYear().intValue(),
                                card.getFunding(),
                                card.getWallet() == null
                                        ? null
                                        : card.getWallet().getType()));
    }

    static PaymentState.@Nullable Decline decline(@Nullable StripeError error) {
        if (error == null) {
            return null;
        }
        String code = error.getDeclineCode() == null ? error.getCode() : error.getDeclineCode();
        return new PaymentState.Decline(
                Objects.requireNonNullElse(code, "card_declined"), Objects.requireNonNullElse(error.getMessage(), ""));
    }
}
