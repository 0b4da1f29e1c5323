package io.tollgate.seller;

import static io.tollgate.resource.Field.id;
import static io.tollgate.resource.Field.object;
import static io.tollgate.resource.Field.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.TimeZones;
import io.tollgate.customer.AddressInput;
import io.tollgate.customer.Contact;
import io.tollgate.db.Database;
import io.tollgate.file.FileReferences;
import io.tollgate.http.Answer;
import io.tollgate.http.Body;
import io.tollgate.http.Endpoint;
import io.tollgate.http.Endpoint.Writing;
import io.tollgate.http.Input;
import io.tollgate.http.Key;
import io.tollgate.http.Request;
import io.tollgate.http.Value;
import io.tollgate.http.Write;
import io.tollgate.http.Writes;
import io.tollgate.records.Rendering;
import io.tollgate.resource.Resource;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells the holder of a key which seller it belongs to, and changes the seller's settings. */
public final class AccountRoutes {
    static final Resource ACCOUNT = Resource.at("/v1/account")
            .noun("Account")
            .fields(
                    id("id"),
                    text("name").always(),
                    text("displayName").always(),
                    object("logo", id("fileId").always(), text("url").always()),
                    text("email"),
                    Contact.ADDRESS,
                    text("taxId"),
                    text("locale"),
                    text("timezone"))
            .build();

    private static final String LOGO = "logoFileId";

    /** What documents can draw. */
    private static final Set<String> DRAWN = Set.of("image/png", "image/jpeg");

    /** As long as that of a buyer. */
    private static final int TAX_ID_MAX = 50;

    private static final Body CHANGE = Body.of(
                    "AccountChange",
                    """
                    {
                      "displayName": "Acme Events GmbH",
                      "email": "billing@acme.example",
                      "address": { "line1": "Elm Street 1", "city": "Berlin", "postalCode": "10115", "country": "DE" },
                      "taxId": "DE811907980",
                      "locale": "de-DE",
                      "timezone": "Europe/Berlin",
                      "logoFileId": null
                    }
                    """,
                    Key.text("displayName", 200).orNull(),
                    Key.email("email").orNull(),
                    AddressInput.KEY,
                    Key.text("taxId", TAX_ID_MAX).orNull(),
                    Key.of("locale", Value.oneOf(Locales.ALL)).orNull(),
                    Key.text("timezone", TimeZones.LENGTH_MAX).orNull(),
                    Key.id(LOGO).orNull())
            .notEmpty();

    private final Database database;
    private final Writes writes;

    public AccountRoutes(Database database, Writes writes) {
        this.database = database;
        this.writes = writes;
    }

    public List<Endpoint> all() {
        return List.of(get(), change());
    }

    private Endpoint get() {
        return new Endpoint(
                        HttpMethod.GET,
                        ACCOUNT.path(),
                        "Get the account of the key",
                        Endpoint.Shape.BARE,
                        ACCOUNT,
                        this::show)
                .validating();
    }

    private Future<Answer> show(Request request) {
        request.refuseParameters();
        String sellerId = request.caller().sellerId();
        return database.get(Account.READ, Tuple.of(sellerId))
                .map(rows -> Answer.bare(
                        rendered(Account.of(request.caller().writing(), rows).shown())));
    }

    private Endpoint change() {
        Writing writing = Writing.of("updateAccount", """
                The account is shared by both modes, and keys of either mode may change it. What is not sent is \
                kept, and null clears; `address` changes only the fields that it has. Invoices carry `displayName`, \
                `email`, `address` and `taxId` as `sellerBilling` from then on. Earlier invoices keep theirs, also \
                when they are regenerated. `locale` and `timezone` are those of new pages and events that name none. \
                The logo is on all tickets and invoices from their next download on: a PNG or a JPEG that was \
                uploaded with the purpose `image`. While it is the logo, the file cannot be deleted.""", CHANGE);
        return writes.endpoint(
                        HttpMethod.PATCH,
                        ACCOUNT.path(),
                        "Update the account of the key",
                        ACCOUNT,
                        writing,
                        AccountRoutes::change)
                .bare();
    }

    private static Writes.Act change(Request request) {
        Input input = request.input(CHANGE);
        AddressInput.check(input);
        String zone = input.text("timezone");
        input.rule(zone == null || TimeZones.has(zone), "timezone", TimeZones.EXPECTED);
        input.check();
        return write -> Account.lock(write).compose(former -> {
            write.expect(ACCOUNT, rendered(former.shown()));
            return logo(write, input).compose(file -> changed(write, former, over(input, former, file)));
        });
    }

    private static Account over(Input input, Account former, @Nullable ObjectNode logo) {
        ObjectNode account = former.shown().deepCopy();
        input.mergeInto(account);
        if (input.has(LOGO)) {
            account.remove(LOGO);
            Account.showLogo(account, logo);
        }
        if (account.path("displayName").isNull()) {
            account.put("displayName", former.registeredName());
        }
        if (account.get("address") instanceof ObjectNode address) {
            address.properties().removeIf(field -> field.getValue().isNull());
            account.set("address", address.isEmpty() ? null : address);
        }
        return new Account(account, former.registeredName());
    }

    /** The file that becomes the logo, or null; it is held, so that it is not deleted meanwhile. */
    private static Future<@Nullable ObjectNode> logo(Write write, Input input) {
        String id = input.text(LOGO);
        if (id == null) {
            return Future.succeededFuture();
        }
        return FileReferences.find(write.transaction(), write.scope(), List.of(id))
                .map(files -> {
                    ObjectNode file = files.get(id);
                    input.rule(file != null, LOGO, FileReferences.UNKNOWN);
                    input.rule(file != null && FileReferences.isImage(file), LOGO, FileReferences.NO_IMAGE);
                    input.rule(
                            file != null && DRAWN.contains(file.path("type").asText()),
                            LOGO,
                            "must be a PNG or a JPEG");
                    input.check();
                    return file;
                });
    }

    private static Future<Answer> changed(Write write, Account former, Account account) {
        if (account.equals(former)) {
            return Future.succeededFuture(Answer.bare(rendered(former.shown())));
        }
        String id = account.shown().get("id").textValue();
        return account.write(write)
                .compose(done -> write.trail(ACCOUNT, id, former.shown(), account.shown()))
                .map(done -> Answer.bare(rendered(account.shown())));
    }

    private static Buffer rendered(ObjectNode account) {
        return Buffer.buffer(Rendering.render(ACCOUNT.fields(), account));
    }
}
