package io.tollgate.sales.funnel;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.money;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.time;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.resource.Measures;
import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The records of funnel runs: one for each purchase after which another page was offered. */
public final class FunnelRunRecords {
    public static final Resource RESOURCE = Resource.at("/v1/funnel-runs")
            .noun("Funnel run")
            .idName("funnelRunId")
            .table("funnel_run_record")
            .modes(Resource.Modes.LIVE_AND_TEST)
            .fields(
                    CommonFields.ID,
                    CommonFields.SELLER_ID,
                    id("pageId").doc("Id of the page of the first purchase.").always(),
                    id("offerPageId")
                            .doc("Id of the page that is offered. Null for the action `redirect` until the offer is "
                                    + "shown."),
                    id("chargeId")
                            .doc("Id of the payment or booking of the first purchase. Null if it is a subscription."),
                    id("subscriptionId")
                            .doc("Id of the subscription of the first purchase. Null if it is a payment or booking."),
                    oneOf(
                                    "outcome",
                                    "open",
                                    "shown",
                                    "accepted",
                                    "declined",
                                    "expired",
                                    "payment_failed",
                                    "unavailable")
                            .doc("Outcome of the offer. `open`: the buyer has not seen it yet. `shown`: the "
                                    + "buyer has not decided yet. `expired`: the buyer has not accepted it within an "
                                    + "hour. `payment_failed`: accepted, but not paid. `unavailable`: it could not be "
                                    + "shown or sold.")
                            .example("accepted")
                            .always(),
                    text("reason")
                            .doc("Why the offer was `unavailable` (`page_closed`, `sold_out`, `input_needed` if it "
                                    + "needs answers or an address, `already_bought` if each customer can buy it only "
                                    + "once, or the code of the error), or why its payment "
                                    + "failed (the processor's code, or `not_paid`). For the action `redirect` also: "
                                    + "`origin_mismatch` if the offer is not embedded at the step's URL, or the "
                                    + "first purchase not on the same site; `host_mismatch` if the two embeds load "
                                    + "from different hosts; `mode_mismatch` if the test mode of the offered page is "
                                    + "not that of the first purchase. Null otherwise."),
                    bool("cardReusable")
                            .doc("Whether the first purchase saved a card, so that one click pays the offer. After a "
                                    + "payment with a wallet or a bank and after a free order, the buyer enters a "
                                    + "card.")
                            .always(),
                    id("offerChargeId")
                            .doc("Id of the payment of the accepted offer. Null unless it is accepted, and for a "
                                    + "subscription."),
                    id("offerSubscriptionId")
                            .doc("Id of the subscription of the accepted offer. Null unless it is one."),
                    money("offerAmount")
                            .doc("What the accepted offer cost; of a subscription, what was charged at its start. "
                                    + "Null unless it is accepted. Refunds do not change it."),
                    CommonFields.CURRENCY.doc("Currency of `offerAmount`. Null unless the offer is accepted."),
                    time("shownAt").doc("When the buyer first saw the offer. Null if the buyer has not."),
                    time("expiresAt")
                            .doc("Until when the buyer can accept the offer: one hour after the first purchase.")
                            .always(),
                    time("endedAt").doc("When the outcome became final. Null for `open` and `shown`."),
                    CommonFields.LIVEMODE,
                    CommonFields.CREATED_AT,
                    CommonFields.UPDATED_AT)
            .ofPage("pageId")
            .counted("pageId", "offerPageId", "outcome", "cardReusable")
            .indexed("chargeId", "subscriptionId", "offerChargeId", "offerSubscriptionId")
            .columns("offerAmount", "currency", "shownAt")
            .createdBounds()
            .reports(
                    "funnelRun",
                    Reports.updated("funnel_run.updated", "an offer after a purchase is shown or decided."))
            .measures(new Measures(
                    Measures.countGiven("offers", "shownAt"),
                    Measures.countIf("accepted", "outcome", Set.of("accepted"))))
            .build();

    private FunnelRunRecords() {}

    /**
     * A run that begins.
     *
     * @param offerPageId null if the site of the seller decides it
     * @param chargeId the payment or booking of the first purchase; null if it is a subscription
     * @param subscriptionId the subscription of the first purchase; null if it is none
     */
    public record Begun(
            String id,
            String pageId,
            @Nullable String offerPageId,
            @Nullable String chargeId,
            @Nullable String subscriptionId,
            boolean cardReusable,
            Instant expiresAt) {}

    /**
     * The payment of an accepted offer.
     *
     * @param amount in the currency's smallest unit
     */
    public record Accepted(String chargeId, boolean subscription, long amount, String currency) {}

    /** Inserts the record of a run, in the transaction that begins it. */
    public static Future<Void> begin(WriteContext write, Begun run) {
        return write.insert(write.scope(), RESOURCE, record(write.scope(), run, write.now()))
                .mapEmpty();
    }

    /** Builds the record of a run that begins now. */
    public static ObjectNode record(Scope scope, Begun run, Instant time) {
        String now = Times.text(time);
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", run.id())
                .put("sellerId", scope.sellerId())
                .put("pageId", run.pageId())
                .put("offerPageId", run.offerPageId())
                .put("chargeId", run.chargeId())
                .put("subscriptionId", run.subscriptionId())
                .put("outcome", "open")
                .putNull("reason")
                .put("cardReusable", run.cardReusable())
                .putNull("offerChargeId")
                .putNull("offerSubscriptionId")
                .putNull("offerAmount")
                .putNull("currency")
                .putNull("shownAt")
                .put("expiresAt", Times.text(run.expiresAt()))
                .putNull("endedAt")
                .put("livemode", scope.live())
                .put("createdAt", now)
                .put("updatedAt", now);
    }

    /** Records that the buyer sees a page as the offer. */
    public static Future<Void> show(WriteContext write, String id, String pageId) {
        return write.lock(write.scope(), RESOURCE, id)
                .compose(former ->
                        write.update(write.scope(), RESOURCE, former, shown(former.record(), pageId, write.now())))
                .mapEmpty();
    }

    /** Returns the record of a run whose buyer sees a page as the offer. */
    public static ObjectNode shown(ObjectNode record, String pageId, Instant time) {
        return record.deepCopy()
                .put("outcome", "shown")
                .put("offerPageId", record.path("offerPageId").asText(pageId))
                .put("shownAt", Times.text(time));
    }

    /** Records the final outcome of a run. */
    public static Future<Void> end(WriteContext write, String id, String outcome, @Nullable String reason) {
        return write.lock(write.scope(), RESOURCE, id)
                .compose(former -> write.update(
                        write.scope(), RESOURCE, former, ended(former.record(), outcome, reason, write.now())))
                .mapEmpty();
    }

    /** Records that the offer was accepted and paid. */
    public static Future<Void> accept(WriteContext write, String id, Accepted offer) {
        return write.lock(write.scope(), RESOURCE, id)
                .compose(former ->
                        write.update(write.scope(), RESOURCE, former, accepted(former.record(), offer, write.now())))
                .mapEmpty();
    }

    /** Returns the record of a run whose offer was accepted and paid. */
    public static ObjectNode accepted(ObjectNode record, Accepted offer, Instant time) {
        return ended(record, "accepted", null, time)
                .put("offerChargeId", offer.subscription() ? null : offer.chargeId())
                .put("offerSubscriptionId", offer.subscription() ? offer.chargeId() : null)
                .put("offerAmount", offer.amount())
                .put("currency", offer.currency());
    }

    /** Returns the record of a run with its final outcome. */
    public static ObjectNode ended(ObjectNode record, String outcome, @Nullable String reason, Instant time) {
        return record.deepCopy().put("outcome", outcome).put("reason", reason).put("endedAt", Times.text(time));
    }
}
