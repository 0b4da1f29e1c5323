package io.tollgate.platform.webhook;

import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.map;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.time;
import static io.tollgate.platform.schema.View.CREATE;
import static io.tollgate.platform.schema.View.READ;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Schema;
import io.tollgate.platform.schema.Type;
import java.util.ArrayList;
import java.util.List;

/** The webhook resource. */
public final class Webhooks {
    static final int MAX = 10;
    private static final int NAME_MAX = 100;
    private static final int EVENTS_MAX = 200;
    private static final int EVENT_MAX = 100;
    private static final int SECRET_MIN = 10;
    private static final int SECRET_MAX = 100;
    private static final int HEADERS_MAX = 10;
    private static final int HEADER_MAX = 1_000;

    static final Type SECRET = Type.line(SECRET_MIN, SECRET_MAX);

    static final Schema SCHEMA = Schema.of(
            CommonFields.ID,
            text("name", NAME_MAX)
                    .doc("Name of the webhook.")
                    .always()
                    .writable()
                    .needed(),
            Field.of("url", Type.URL)
                    .doc("Address to which events are sent, with https and a public host. Its port is 443, 8443, or "
                            + "above 1023. Each address can have one webhook.")
                    .always()
                    .writable()
                    .needed(),
            Field.of("events", Type.list(1, EVENTS_MAX, Type.line(1, EVENT_MAX)))
                    .doc("Types of the events that are sent, like `payment.paid`. Duplicates are removed.")
                    .always()
                    .writable()
                    .needed(),
            oneOf("status", "active", "inactive", "failed")
                    .doc("`active`: events are sent. `inactive`: none are. `failed`: Tollgate stopped sending, because "
                            + "no delivery succeeded for five days or the receiver returned 410.")
                    .always()
                    .in(READ),
            oneOf("status", "active", "inactive")
                    .doc("`active` sends events that happen from now on. `inactive` sends none, and gives up the "
                            + "deliveries that are pending.")
                    .changeOnly(),
            Field.of("secret", SECRET)
                    .doc("Key of the signatures. Without it, Tollgate creates one. It is returned only by the requests "
                            + "that create the webhook and rotate its secret.")
                    .createOnly(),
            text("publicKey")
                    .doc("Key that verifies the signatures `v1a` in `webhook-signature`: `whpk_` and the Base64 of an "
                            + "Ed25519 key. Null for up to a minute after an update from a version without keys.")
                    .example("whpk_uqdGEHRrbeuP3i/wUqPkxAIWhBdbLOFBGxYRhgQVcsk="),
            text("apiVersion").doc("Version of the payloads: `v1`.").always(),
            map("customHeaders", HEADERS_MAX, Type.line(0, HEADER_MAX))
                    .doc("Further headers of each delivery. Headers of the connection and the body, `host`, and those "
                            + "that begin with `webhook-`, `x-webhook-` or `tollgate-` cannot be set.")
                    .writable()
                    .always()
                    .defaultsToJson("{}"),
            Field.id("pageId")
                    .doc("Id of the page whose events are sent. Null: all pages.")
                    .orNull()
                    .in(READ, CREATE),
            integer("deliveryCount")
                    .doc("Number of attempts to deliver an event.")
                    .always(),
            integer("successCount")
                    .doc("Number of attempts that were answered with 2xx.")
                    .always(),
            integer("failureCount")
                    .doc("Number of deliveries that failed after all attempts.")
                    .always(),
            time("lastTriggeredAt").doc("Time of the last attempt. Null before the first."),
            time("lastSuccessAt").doc("Time of the last attempt that succeeded. Null if none did."),
            time("lastFailureAt").doc("Time of the last attempt that failed. Null if none did."),
            time("secretRotatedAt").doc("Time of the last rotation of the secret. Null if there was none."),
            CommonFields.CREATED_AT,
            CommonFields.UPDATED_AT);

    public static final Resource RESOURCE = Resource.at("/v1/webhooks")
            .noun("Webhook")
            .idName("webhookId")
            .table("webhook")
            .fields(SCHEMA.read())
            .indexed("status")
            .listed("event", "events")
            .storedApart(
                    "publicKey",
                    "deliveryCount",
                    "successCount",
                    "failureCount",
                    "lastTriggeredAt",
                    "lastSuccessAt",
                    "lastFailureAt")
            .build();

    /** The record with its secret, which only the requests that create or rotate it return. */
    static final Endpoint.Schema CREATED =
            new Endpoint.Schema("WebhookCreated", "A webhook with its new secret.", created());

    private Webhooks() {}

    private static List<Field> created() {
        List<Field> fields = new ArrayList<>(RESOURCE.fields());
        fields.add(text("secret")
                .doc("Key of the signatures. Store it: no other request returns it.")
                .always());
        return List.copyOf(fields);
    }
}
