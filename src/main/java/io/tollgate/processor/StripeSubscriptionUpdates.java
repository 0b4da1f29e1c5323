package io.tollgate.processor;

import com.stripe.model.Invoice;
import com.stripe.model.InvoiceLineItem;
import com.stripe.model.Subscription;
import com.stripe.param.InvoiceCreatePreviewParams;
import com.stripe.param.InvoiceCreatePreviewParams.SubscriptionDetails;
import com.stripe.param.SubscriptionRetrieveParams;
import com.stripe.param.SubscriptionUpdateParams;
import com.stripe.param.SubscriptionUpdateParams.PaymentBehavior;
import com.stripe.param.SubscriptionUpdateParams.ProrationBehavior;
import com.stripe.service.V1Services;
import io.tollgate.processor.SubscriptionTerms.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Changes what subscriptions at Stripe charge in each period. */
record StripeSubscriptionUpdates(V1Services client, StripeCalls calls, StripeSubscriptions subscriptions) {
    private static final String ITEMS = "items";

    UpdatePreview preview(SubscriptionUpdate update) {
        SubscriptionState state = retrieve(update.subscriptionId());
        requireCurrent(update, state);
        createProducts(update, state);
        List<Map<String, Object>> changes = changes(update, state);
        SubscriptionDetails.Builder details = SubscriptionDetails.builder();
        if (!changes.isEmpty()) {
            details.putExtraParam(ITEMS, changes);
        }
        if (update.collection() == SubscriptionUpdate.Collection.NEVER) {
            details.setProrationBehavior(SubscriptionDetails.ProrationBehavior.NONE);
        } else {
            details.setProrationBehavior(SubscriptionDetails.ProrationBehavior.ALWAYS_INVOICE)
                    .setProrationDate(update.at().getEpochSecond());
        }
        InvoiceCreatePreviewParams params = InvoiceCreatePreviewParams.builder()
                .setSubscription(update.subscriptionId())
                .setSubscriptionDetails(details.build())
                .build();
        Invoice invoice = calls.call(() -> client.invoices().createPreview(params));
        List<UpdatePreview.Line> lines = new ArrayList<>();
        invoice.getLines().getData().forEach(line -> lines.add(line(line)));
        return new UpdatePreview(lines, Objects.requireNonNullElse(invoice.getTotal(), 0L));
    }

    private static UpdatePreview.Line line(InvoiceLineItem line) {
        InvoiceLineItem.Pricing pricing = line.getPricing();
        String product = pricing == null || pricing.getPriceDetails() == null
                ? null
                : pricing.getPriceDetails().getProduct();
        return new UpdatePreview.Line(Objects.requireNonNullElse(product, ""), line.getAmount());
    }

    /** Applies a change once. Returns the state if an earlier attempt whose response was lost has applied it. */
    SubscriptionState apply(SubscriptionUpdate update, String key) {
        SubscriptionState state = retrieve(update.subscriptionId());
        if (update.isAppliedTo(state)) {
            return state;
        }
        requireCurrent(update, state);
        createProducts(update, state);
        SubscriptionUpdateParams.Builder params = SubscriptionUpdateParams.builder()
                .putExtraParam(ITEMS, changes(update, state))
                .addAllExpand(StripeSubscriptionParams.EXPANDED);
        switch (update.collection()) {
            case NOW ->
                params.setProrationBehavior(ProrationBehavior.ALWAYS_INVOICE)
                        .setProrationDate(update.at().getEpochSecond())
                        .setPaymentBehavior(PaymentBehavior.ERROR_IF_INCOMPLETE);
            case WITH_NEXT ->
                params.setProrationBehavior(ProrationBehavior.CREATE_PRORATIONS)
                        .setProrationDate(update.at().getEpochSecond());
            case NEVER -> params.setProrationBehavior(ProrationBehavior.NONE);
        }
        Subscription changed = calls.call(
                () -> client.subscriptions().update(update.subscriptionId(), params.build(), StripeCalls.options(key)));
        return StripeSubscriptionState.of(changed, null);
    }

    /** After a renewal, the difference would be that of a period of which nothing is known here. */
    private static void requireCurrent(SubscriptionUpdate update, SubscriptionState state) {
        if (!update.isCurrent(state)) {
            throw new ProcessorFailure(
                    ProcessorFailure.Kind.OUTDATED, "the subscription has changed", StripeCalls.RETRY_AFTER);
        }
    }

    private SubscriptionState retrieve(String id) {
        SubscriptionRetrieveParams expanded = SubscriptionRetrieveParams.builder()
                .addAllExpand(StripeSubscriptionParams.EXPANDED)
                .build();
        return StripeSubscriptionState.of(
                calls.call(() -> client.subscriptions().retrieve(id, expanded)), null);
    }

    /** Creates the products of items that the subscription did not have before. */
    private void createProducts(SubscriptionUpdate update, SubscriptionState state) {
        Set<String> present = new HashSet<>();
        state.items().forEach(item -> present.add(item.reference()));
        update.items().stream()
                .filter(item -> !present.contains(item.reference()))
                .forEach(item ->
                        subscriptions.createProduct(item.product(), item.productName(), "product-" + item.product()));
    }

    /** Returns the items that differ: with their ids if they exist, and deleted if they are no longer charged. */
    private static List<Map<String, Object>> changes(SubscriptionUpdate update, SubscriptionState state) {
        Map<String, Item> wanted = new HashMap<>(update.byReference());
        List<Map<String, Object>> changes = new ArrayList<>();
        for (SubscriptionState.Item present : state.items()) {
            Item item = wanted.remove(present.reference());
            if (item == null) {
                changes.add(Map.of("id", present.id(), "deleted", true));
            } else if (item.amount() != present.amount()) {
                changes.add(item(update, item, present.id()));
            }
        }
        update.items().stream()
                .filter(item -> wanted.containsKey(item.reference()))
                .forEach(item -> changes.add(item(update, item, null)));
        return changes;
    }

    private static Map<String, Object> item(SubscriptionUpdate update, Item item, @Nullable String id) {
        Map<String, Object> recurring = Map.of(
                "interval",
                update.cycle().interval().wire(),
                "interval_count",
                update.cycle().count());
        Map<String, Object> price = Map.of(
                "currency",
                update.currency(),
                "product",
                item.product(),
                "unit_amount",
                item.amount(),
                "recurring",
                recurring);
        Map<String, Object> change = new HashMap<>();
        if (id != null) {
            change.put("id", id);
        }
        change.put("price_data", price);
        change.put("quantity", 1);
        change.put("metadata", Map.of(StripeSubscriptionParams.REFERENCE, item.reference()));
        return change;
    }
}
