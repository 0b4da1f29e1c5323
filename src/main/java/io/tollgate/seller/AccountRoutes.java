package io.tollgate.seller;

import static io.tollgate.resource.Field.id;
import static io.tollgate.resource.Field.object;
import static io.tollgate.resource.Field.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.db.Database;
import io.tollgate.file.FileReferences;
import io.tollgate.http.Answer;
import io.tollgate.http.Body;
import io.tollgate.http.Endpoint;
import io.tollgate.http.Endpoint.Writing;
import io.tollgate.http.Input;
import io.tollgate.http.Key;
import io.tollgate.http.Request;
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
                    object("logo", id("fileId").always(), text("url").always()))
            .build();

    private static final String LOGO = "logoFileId";

    /** What documents can draw. */
    private static final Set<String> DRAWN = Set.of("image/png", "image/jpeg");

    private static final Body CHANGE = Body.of(
                    "AccountChange", "{ \"logoFileId\": null }", Key.id(LOGO).orNull())
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
                .map(rows -> Answer.bare(rendered(Account.of(request.caller().writing(), rows))));
    }

    private Endpoint change() {
        Writing writing = Writing.of("updateAccount", """
                Changes what both modes share; keys of either mode may. The logo is on all tickets and invoices from \
                their next download on: a PNG or a JPEG that was uploaded with the purpose `image`. Null takes it \
                off. While it is the logo, the file cannot be deleted.""", CHANGE);
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
        Input input = request.input(CHANGE).check();
        return write -> Account.lock(write).compose(former -> {
            write.expect(ACCOUNT, rendered(former));
            return logo(write, input).compose(file -> changed(write, former, file));
        });
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

    private static Future<Answer> changed(Write write, ObjectNode former, @Nullable ObjectNode file) {
        ObjectNode account = Account.showing(former.deepCopy(), file);
        if (account.equals(former)) {
            return Future.succeededFuture(Answer.bare(rendered(former)));
        }
        return Account.write(write, file)
                .compose(done -> write.trail(ACCOUNT, account.get("id").textValue(), former, account))
                .map(done -> Answer.bare(rendered(account)));
    }

    private static Buffer rendered(ObjectNode account) {
        return Buffer.buffer(Rendering.render(ACCOUNT.fields(), account));
    }
}
