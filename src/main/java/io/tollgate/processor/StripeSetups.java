package io.tollgate.processor;

import com.stripe.model.PaymentMethod;
import com.stripe.model.SetupIntent;
import com.stripe.param.SetupIntentCreateParams;
import com.stripe.param.SetupIntentRetrieveParams;
import com.stripe.service.V1Services;
import org.jspecify.annotations.Nullable;

/** Saved payment methods as Stripe's setup intents. */
record StripeSetups(V1Services client, StripeCalls calls) {
    private static final String METHOD = "payment_method";

    SetupState create(String customerId, boolean cardOnly, String key) {
        SetupIntentCreateParams.Builder intent = SetupIntentCreateParams.builder()
                .setCustomer(customerId)
                .setUsage(SetupIntentCreateParams.Usage.OFF_SESSION)
                .addExpand(METHOD);
        if (cardOnly) {
            intent.addPaymentMethodType("card");
        } else {
            intent.setAutomaticPaymentMethods(SetupIntentCreateParams.AutomaticPaymentMethods.builder()
                    .setEnabled(true)
                    .build());
        }
        return state(calls.call(() -> client.setupIntents().create(intent.build(), StripeCalls.options(key))));
    }

    SetupState retrieve(String id) {
        SetupIntentRetrieveParams expanded =
                SetupIntentRetrieveParams.builder().addExpand(METHOD).build();
        return state(calls.call(() -> client.setupIntents().retrieve(id, expanded)));
    }

    private static SetupState state(SetupIntent intent) {
        return new SetupState(
                intent.getId(),
                SetupState.Status.of(intent.getStatus()),
                intent.getClientSecret(),
                intent.getCustomer(),
                intent.getPaymentMethod(),
                method(intent.getPaymentMethodObject()),
                StripePayments.decline(intent.getLastSetupError()));
    }

    static PaymentState.@Nullable Method method(@Nullable PaymentMethod method) {
        if (method == null) {
            return null;
        }
        PaymentMethod.Card card = method.getCard();
        return card == null || card.getLast4() == null
                ? new PaymentState.Method(method.getType(), null, null)
                : new PaymentState.Method(
                        method.getType(),
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
}
