package io.tollgate.processor;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.time;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.records.Rendering;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON form of the connection to an account at the processor. Its keys are never part of it. */
final class ConnectionCodec {
    static final String SECRET = "secretKey";
    static final String PUBLISHABLE = "publishableKey";
    private static final int KEY_MAX = 260;

    static final Body CONNECT = Body.of(
            "ProcessorAccountConnect",
            """
            {
              "secretKey": "sk_live_51Example0000",
              "publishableKey": "pk_live_51Example0000",
              "eventSecret": "whsec_Example00000000"
            }
            """,
            Field.of(
                            SECRET,
                            Type.matching(
                                    18,
                                    KEY_MAX,
                                    "[sr]k_(live|test)_[A-Za-z0-9_]+",
                                    "must be a secret key, such as sk_live_... or rk_live_..."))
                    .needed()
                    .doc("Secret or restricted key of the account, in the mode of the API key. Stored encrypted."),
            Field.of(
                            PUBLISHABLE,
                            Type.matching(
                                    18,
                                    KEY_MAX,
                                    "pk_(live|test)_[A-Za-z0-9_]+",
                                    "must be a publishable key, such as pk_live_..."))
                    .orNull()
                    .doc("The key that browsers use. Without it, hosted pages take no cards."),
            Field.of(
                            "eventSecret",
                            Type.matching(16, KEY_MAX, "whsec_[A-Za-z0-9+/=_-]+", "must have the form whsec_..."))
                    .orNull()
                    .doc("Signing secret of the event destination. Without it, events of the account are refused."));

    static final List<Field> FIELDS = List.of(
            bool("livemode").doc("Mode of the account.").always(),
            oneOf("status", "connected", "simulated", "none")
                    .doc("Where payments go. `connected`: to the seller's account. `simulated`: to the simulator, "
                            + "where no money moves. `none`: nothing can be charged.")
                    .always(),
            bool("takesCards")
                    .doc("Whether hosted pages take cards, which needs a publishable key.")
                    .always(),
            bool("receivesEvents")
                    .doc("Whether the processor's events are accepted, which needs their signing secret. Without them, "
                            + "renewals, refunds and disputes that begin at the processor arrive late or never.")
                    .always(),
            text("publishableKey").doc("The key that browsers use. Null without one."),
            text("eventUrl")
                    .doc("Address of the event destination to create at the processor.")
                    .always(),
            time("connectedAt").doc("When the account was connected, or its keys replaced. Null without one."));

    static final Endpoint.Schema SCHEMA = new Endpoint.Schema(
            "ProcessorAccount", "The seller's account at the payment processor, in one mode.", FIELDS);

    static final Endpoint.Schema CHECK_SCHEMA = new Endpoint.Schema(
            "ProcessorAccountCheck",
            "Whether the processor accepts the key of the account.",
            List.of(
                    bool("accepted").doc("Whether the key can be used.").always(),
                    text("message").doc("Why not, as a sentence. Null if it can.")));

    private ConnectionCodec() {}

    /** @param publicUrl address of Tollgate, to which the processor sends events */
    static ObjectNode json(ProcessorConnection account, String publicUrl) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("livemode", account.scope().live())
                .put("status", account.status())
                .put("takesCards", account.takesCards())
                .put("receivesEvents", account.receivesEvents())
                .put("publishableKey", account.publishableKey())
                .put("eventUrl", publicUrl + ProcessorAccount.eventPath(account.scope()))
                .put("connectedAt", account.connectedAt() == null ? null : Times.text(account.connectedAt()));
    }

    static Buffer encode(ProcessorConnection account, String publicUrl) {
        return Buffer.buffer(Rendering.render(FIELDS, json(account, publicUrl)));
    }

    /** @param refusal why the key cannot be used; null if it can */
    static Buffer check(@Nullable String refusal) {
        ObjectNode result = JsonNodeFactory.instance
                .objectNode()
                .put("accepted", refusal == null)
                .put("message", refusal);
        return Buffer.buffer(Rendering.render(CHECK_SCHEMA.fields(), result));
    }
}
