package io.tollgate.accounts.seller;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.email;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.View.CHANGE;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.customer.AddressInput;
import io.tollgate.accounts.customer.Contact;
import io.tollgate.pdf.Logo;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.clock.TimeZones;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Rendering;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Schema;
import io.tollgate.platform.schema.Type;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints that return the seller of a key and update the seller's settings.
 *
 * @param storageQuota the bytes of uploaded files that a seller may store
 */
public record AccountRoutes(
        Database database, WriteExecutor writes, long storageQuota, LogoFiles files, LogoCheck logos) {
    private static final String LOGO = "logoFileId";

    /** The same limit as for a buyer. */
    private static final int TAX_ID_MAX = 50;

    private static final Schema SCHEMA = Schema.of(
            CommonFields.ID,
            text("name")
                    .doc("Short name of the seller, used in the addresses of pages.")
                    .always(),
            text("displayName", 200)
                    .doc("Name that buyers read, also on invoices. Null in a change restores the short name.")
                    .always()
                    .orNull()
                    .writable(),
            object(
                            "logo",
                            id("fileId").doc("Id of the uploaded image.").always(),
                            text("url")
                                    .doc("Address at which everyone can fetch the image.")
                                    .always())
                    .doc("Image on tickets and invoices. Null if the seller has none."),
            id(LOGO).doc("Id of an uploaded PNG or JPEG with the purpose `image`. Null removes the logo.")
                    .orNull()
                    .changeOnly(),
            email("email")
                    .personal()
                    .doc("E-mail address of the seller on invoices.")
                    .orNull()
                    .writable(),
            Contact.ADDRESS.orNull().writable(),
            text("taxId", TAX_ID_MAX)
                    .personal()
                    .doc("Tax id of the seller on invoices, such as a VAT number.")
                    .orNull()
                    .writable(),
            Field.choice("locale", Locales.ALL)
                    .doc("Locale of new pages that send none, and of documents whose page has none. Null: `en-US`.")
                    .orNull()
                    .writable(),
            text("timezone", TimeZones.LENGTH_MAX)
                    .doc("IANA time zone of new events that send none, and of tickets whose event has none. Null: "
                            + "none, and UTC on tickets.")
                    .orNull()
                    .writable(),
            Field.of("accentColor", Type.matching(7, 7, "#[0-9a-f]{6}", "must be a color such as #1f5fd6"))
                    .doc("Color of buttons and links on hosted pages, as `#rrggbb` in lower case. Where it would not "
                            + "be legible, pages use a darker or lighter shade. Null: the default color.")
                    .example("#1f5fd6")
                    .orNull()
                    .writable(),
            bool("customersCanCancelSubscriptions")
                    .doc("Whether customers can cancel their subscriptions at the end of the period in the customer "
                            + "portal. Default: `true`.")
                    .always()
                    .writable(),
            bool(SellerAccount.SAVE_CONTACTS)
                    .doc("Whether hosted pages save the cart of a buyer who has entered an e-mail address, before the "
                            + "order. It becomes a record with the status `draft`, which counts as abandoned after an "
                            + "hour. Default: `false`.")
                    .always()
                    .writable(),
            bool(SellerAccount.SEND_REMINDERS)
                    .doc("Whether buyers who left a saved cart are reminded by e-mail, unless the page disables it in "
                            + "`checkoutAbandonment`. Needs `saveCustomerContactDetails`. Default: `false`.")
                    .always()
                    .writable(),
            bool(TestKeys.SETTING)
                    .doc("Whether test keys may change what live pages use, and create pages outside test mode. Only a "
                            + "live key can change this setting. Default: `false`.")
                    .always()
                    .writable(),
            object(
                            SellerAccount.STORAGE,
                            integer("used").doc("Bytes in use.").always(),
                            integer("quota")
                                    .doc("Bytes that the seller may use.")
                                    .always())
                    .doc("Storage that uploaded files use."));

    static final Resource ACCOUNT =
            Resource.at("/v1/account").noun("Account").fields(SCHEMA.read()).build();

    /** The request attribute that states whether the logo file can be rendered. */
    private static final String DRAWABLE = "logoDrawable";

    /** Image types that documents can render. */
    private static final Set<String> RENDERABLE_TYPES = Set.of("image/png", "image/jpeg");

    private static final Body CHANGE =
            Body.of("AccountChange", """
                    {
                      "displayName": "Acme Events GmbH",
                      "email": "billing@acme.example",
                      "address": { "line1": "Elm Street 1", "city": "Berlin", "postalCode": "10115", "country": "DE" },
                      "taxId": "DE811907980",
                      "locale": "de-DE",
                      "timezone": "Europe/Berlin",
                      "logoFileId": null
                    }
                    """, SCHEMA.change()).notEmpty();

    public List<Endpoint> all() {
        return List.of(get(), change());
    }

    private Endpoint get() {
        return new Endpoint(
                HttpMethod.GET, ACCOUNT.path(), "Get the account of the key", Endpoint.Shape.BARE, ACCOUNT, this::show);
    }

    private Future<ApiResponse> show(Request request) {
        request.refuseParameters();
        String sellerId = request.caller().sellerId();
        return database.get(SellerAccount.READ, Tuple.of(sellerId))
                .map(rows -> answer(
                        SellerAccount.of(request.caller().writing(), rows).shown()));
    }

    private Endpoint change() {
        Writing writing = Writing.of("updateAccount", """
                Both modes share the account. A test key may change it only while no page is published outside test \
                mode: otherwise the response is 403 `live_catalog`. Omitted fields keep their values; null clears \
                a field. `address` changes only the fields that it contains. New invoices contain `displayName`, \
                `email`, `address` and `taxId` as `sellerBilling`. Earlier invoices keep theirs, also when they are \
                regenerated. `locale` and `timezone` are the defaults of new pages and events. The logo appears on \
                all tickets and invoices from their next download. It must be a PNG or \
                JPEG that was uploaded with the purpose `image`, has at most 25,000,000 pixels and can be rendered; \
                otherwise the response is 400 with the reason. The file of the logo cannot be deleted.""", CHANGE);
        Endpoint change = writes.endpoint(
                        HttpMethod.PATCH,
                        ACCOUNT.path(),
                        "Update the account of the key",
                        ACCOUNT,
                        writing,
                        this::change)
                .withoutData();
        return change.withOperation(request -> {
            Input input = request.input(CHANGE);
            // The write reports other problems of the body together with those of the logo.
            String file = input.isValid(LOGO) ? input.text(LOGO) : null;
            return logos.canBeDrawn(request.caller().writing(), file).compose(drawn -> {
                request.context().put(DRAWABLE, drawn);
                return change.operation().answer(request);
            });
        });
    }

    private WriteExecutor.Command change(Request request) {
        Input input = request.input(CHANGE);
        AddressInput.check(input);
        String zone = input.text("timezone");
        input.rule(zone == null || TimeZones.has(zone), "timezone", TimeZones.EXPECTED);
        input.check();
        boolean drawable = request.context().get(DRAWABLE);
        return write -> SellerAccount.lock(write).compose(former -> {
            write.expect(ACCOUNT, state(former.shown()));
            boolean changes = input.has(TestKeys.SETTING)
                    && input.bool(TestKeys.SETTING, false)
                            != former.shown().path(TestKeys.SETTING).asBoolean();
            if (changes && !write.scope().live()) {
                throw ApiError.forbidden("live_catalog", "Only a live key can change " + TestKeys.SETTING + ".");
            }
            return logo(write, input, drawable).compose(file -> changed(write, former, updated(input, former, file)));
        });
    }

    private static SellerAccount updated(Input input, SellerAccount former, @Nullable ObjectNode logo) {
        ObjectNode account = former.shown().deepCopy();
        input.mergeInto(account);
        if (input.has(LOGO)) {
            account.remove(LOGO);
            SellerAccount.showLogo(account, logo);
        }
        SellerAccount.requireContacts(input, account);
        if (account.path("displayName").isNull()) {
            account.put("displayName", former.registeredName());
        }
        if (account.get("address") instanceof ObjectNode address) {
            address.properties().removeIf(field -> field.getValue().isNull());
            account.set("address", address.isEmpty() ? null : address);
        }
        return new SellerAccount(account, former.registeredName());
    }

    /** Returns the new logo file, or null. The file is locked, so that it is not deleted meanwhile. */
    private Future<@Nullable ObjectNode> logo(WriteContext write, Input input, boolean drawable) {
        if (input.text(LOGO) == null) {
            return Future.succeededFuture();
        }
        return files.find(write, input, LOGO).map(file -> {
            if (file != null) {
                String type = file.path("type").asText();
                long pixels = file.path("width").asLong() * file.path("height").asLong();
                input.rule(RENDERABLE_TYPES.contains(type), LOGO, "must be a PNG or a JPEG");
                input.rule(pixels <= Logo.PIXELS_MAX, LOGO, "must have at most 25,000,000 pixels");
                input.rule(
                        drawable,
                        LOGO,
                        "cannot be rendered: the image is damaged, transparent, or neither RGB nor grayscale");
            }
            input.check();
            return file;
        });
    }

    private Future<ApiResponse> changed(WriteContext write, SellerAccount former, SellerAccount account) {
        if (account.equals(former)) {
            return Future.succeededFuture(answer(former.shown()));
        }
        String id = account.shown().get("id").textValue();
        return account.write(write)
                .compose(done -> write.audit(ACCOUNT, id, former.shown(), account.shown()))
                .map(done -> answer(account.shown()));
    }

    /**
     * Returns the account with its storage. The ETag ignores the storage, because an upload does not change the
     * settings.
     */
    private ApiResponse answer(ObjectNode account) {
        ObjectNode shown = account.deepCopy();
        shown.withObject("/" + SellerAccount.STORAGE).put("quota", storageQuota);
        return ApiResponse.withoutData(state(account), rendered(shown));
    }

    private static Buffer state(ObjectNode account) {
        return rendered(account.deepCopy().without(SellerAccount.STORAGE));
    }

    private static Buffer rendered(ObjectNode account) {
        return Buffer.buffer(Rendering.render(ACCOUNT.fields(), account));
    }
}
