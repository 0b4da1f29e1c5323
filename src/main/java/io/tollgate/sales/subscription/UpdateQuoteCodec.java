package io.tollgate.sales.subscription;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.vertx.core.buffer.Buffer;

/** Encodes what a change of a subscription costs. */
final class UpdateQuoteCodec {
    private UpdateQuoteCodec() {}

    /** Encodes the response to a request. */
    static Buffer encode(UpdateQuote quote, TermsChange.Begun begun, boolean preview) {
        ChargedTerms terms = begun.next();
        boolean last = begun.subscription().ending().isScheduled();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("preview", preview)
                .put("prorationDate", Times.text(begun.at()))
                .put("quantity", terms.quantity())
                .put("priceId", terms.chosen().id())
                .put("currency", begun.currency())
                .put("amount", terms.amount())
                .put("amountDue", quote.due())
                .put("nextAmount", last ? 0 : quote.next())
                .put(
                        "nextChargeAt",
                        last
                                ? null
                                : Times.textOrNull(begun.subscription().period().end()));
        ArrayNode all = json.putArray("lines");
        quote.lines()
                .forEach(line -> all.addObject()
                        .put("type", line.amount() < 0 ? "credit" : "charge")
                        .put("description", line.description())
                        .put("amount", Math.abs(line.amount()))
                        .put("tax", Math.abs(line.tax())));
        return Buffer.buffer(
                JsonNodeFactory.instance.objectNode().set("data", json).toString());
    }
}
