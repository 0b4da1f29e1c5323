package io.tollgate.accounts.apikey;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.KeyScopes;
import io.tollgate.platform.api.ResourceRoutes;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.records.Rendering;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Schema;
import io.tollgate.platform.schema.Type;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** API keys as the API shows them. */
final class ApiKeyCodec {
    private static final int LABEL_MAX = 200;
    private static final int PAGES_MAX = 100;

    /** The preset of a key that may do everything. */
    private static final String FULL = "full";

    static final Schema SCHEMA = Schema.of(
            CommonFields.ID,
            Field.bool("livemode")
                    .doc("Whether the key is a live key. Default: the mode of the key that creates it. Test keys "
                            + "create only test keys.")
                    .createOnly(),
            CommonFields.LIVEMODE,
            Field.text("label", LABEL_MAX)
                    .doc("What the key is used for.")
                    .always()
                    .writable()
                    .needed(),
            Field.of("preset", Type.oneOf(presets()))
                    .doc("The scopes of a usual task, instead of `scopes`. `full`: everything. `read`: everything that "
                            + "can be read. `door`: admit tickets. `reporting`: read sales, without files, submissions "
                            + "and customers.")
                    .createOnly(),
            Field.of("scopes", Type.list(1, KeyScopes.ALL.size(), Type.oneOf(KeyScopes.ALL)))
                    .doc("What the key may do. Null: everything, also what later versions add. Duplicates are removed.")
                    .writable()
                    .orNull(),
            Field.of("pages", Type.list(1, PAGES_MAX, Type.ID))
                    .doc("Ids of the checkout pages, forms and events to which the key is restricted. It sees these "
                            + "pages and what was sold or submitted on them. All else is a 404, or 403 "
                            + "`page_restricted`. Null: all pages. Duplicates are removed.")
                    .writable()
                    .orNull(),
            CeilingsCodec.FIELD,
            Field.text("prefix").doc("The first characters of the key.").always(),
            Field.text("last4").doc("The last four characters of the key.").always(),
            Field.time("expiresAt")
                    .doc("From then on the key is rejected. Null: never.")
                    .writable()
                    .orNull(),
            Field.time("revokedAt").doc("Time at which the key was revoked. Null if it was not."),
            Field.id("createdBy")
                    .doc("Id of the key, or of the member, that created this one. Null if a command created it."),
            Field.time("lastUsedAt").doc("Time of the last use, to the minute. Null if the key was not used."),
            Field.text("lastUsedAddress").doc("IP address from which the key was last used. Null if it is not known."),
            Field.text("lastUserAgent").doc("`User-Agent` of the last use. Null if it is not known."),
            CommonFields.CREATED_AT);

    static final Resource RESOURCE = Resource.at("/v1/api-keys")
            .noun("API key")
            .idName("keyId")
            .fields(SCHEMA.read())
            .build();

    /** The record with the key, which only the requests that create it return. */
    static final Endpoint.Schema CREATED = new Endpoint.Schema("ApiKeyCreated", "A new API key.", created());

    private ApiKeyCodec() {}

    private static List<String> presets() {
        return Stream.concat(
                        Stream.of(FULL), KeyScopes.PRESETS.keySet().stream().sorted())
                .toList();
    }

    private static List<Field> created() {
        List<Field> fields = new ArrayList<>(RESOURCE.fields());
        fields.add(Field.text("key")
                .doc("The key. Store it: no other request returns it.")
                .always());
        return List.copyOf(fields);
    }

    /** Returns the key as the API shows it. */
    private static ObjectNode shown(ApiKeyRecord key) {
        ObjectNode shown = settings(key);
        ApiKeyRecord.Use use = key.lastUse();
        shown.put("lastUsedAt", use == null ? null : Times.text(use.at()));
        shown.put("lastUsedAddress", use == null ? null : use.address());
        return shown.put("lastUserAgent", use == null ? null : use.userAgent());
    }

    /** Returns the key without its use, which changes the record no more than a visit changes a page. */
    private static ObjectNode settings(ApiKeyRecord key) {
        ObjectNode shown = JsonNodeFactory.instance
                .objectNode()
                .put("id", key.id())
                .put("livemode", key.live())
                .put("label", key.label())
                .put("prefix", key.prefix())
                .put("last4", key.last4())
                .put("expiresAt", wire(key.expiresAt()))
                .put("revokedAt", wire(key.revokedAt()))
                .put("createdBy", key.createdBy())
                .put("createdAt", Times.text(key.createdAt()));
        shown.set(CeilingsCodec.NAME, CeilingsCodec.json(key.ceilings()));
        return list(list(shown, "scopes", key.scopes()), "pages", key.pages());
    }

    private static ObjectNode list(ObjectNode shown, String name, @Nullable List<String> values) {
        if (values == null) {
            return shown.putNull(name);
        }
        ArrayNode texts = shown.putArray(name);
        values.forEach(texts::add);
        return shown;
    }

    /** Returns the bytes from which the ETag derives. */
    static Buffer state(ApiKeyRecord key) {
        return Buffer.buffer(Rendering.render(RESOURCE.fields(), settings(key)));
    }

    /** Returns the response with one key. */
    static ApiResponse response(ApiKeyRecord key) {
        return ApiResponse.record(200, state(key), Buffer.buffer(Rendering.render(RESOURCE.fields(), shown(key))));
    }

    /** Returns the response with a new key and its text. */
    static ApiResponse created(ApiKeyRecord key, String text) {
        return ApiResponse.record(
                201,
                state(key),
                Buffer.buffer(Rendering.render(CREATED.fields(), shown(key).put("key", text))));
    }

    static ApiResponse list(List<ApiKeyRecord> keys) {
        return ResourceRoutes.all(
                RESOURCE, keys.stream().map(ApiKeyCodec::shown).toList());
    }

    /**
     * Appends the audit entry of a change.
     *
     * @param former null if the key is new
     */
    static Future<Void> audit(WriteContext write, @Nullable ApiKeyRecord former, ApiKeyRecord key) {
        return write.audit(RESOURCE, key.id(), former == null ? null : settings(former), settings(key));
    }

    private static @Nullable String wire(@Nullable Instant time) {
        return time == null ? null : Times.text(time);
    }
}
