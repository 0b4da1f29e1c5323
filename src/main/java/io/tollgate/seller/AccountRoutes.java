package io.tollgate.seller;

import static io.tollgate.resource.Field.id;
import static io.tollgate.resource.Field.object;
import static io.tollgate.resource.Field.text;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tollgate.http.Answer;
import io.tollgate.http.Endpoint;
import io.tollgate.http.Request;
import io.tollgate.records.Rendering;
import io.tollgate.resource.Resource;
import io.tollgate.seller.Sellers.Seller;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;

/** Tells the holder of a key which seller it belongs to. */
public final class AccountRoutes {
    static final Resource ACCOUNT = Resource.at("/v1/account")
            .noun("Account")
            .fields(id("id"), text("name"), text("displayName"), object("logo", text("url")))
            .build();

    private final Sellers sellers;

    public AccountRoutes(Sellers sellers) {
        this.sellers = sellers;
    }

    public Endpoint get() {
        return new Endpoint(
                HttpMethod.GET, ACCOUNT.path(), "Get the account of the key", Endpoint.Shape.BARE, ACCOUNT, this::show);
    }

    private Future<Answer> show(Request request) {
        request.refuseParameters();
        return sellers.seller(request.caller().sellerId()).map(AccountRoutes::answer);
    }

    private static Answer answer(Seller seller) {
        var account = JsonNodeFactory.instance
                .objectNode()
                .put("id", seller.id())
                .put("name", seller.name())
                .put("displayName", seller.displayName());
        return Answer.ok(Buffer.buffer(Rendering.render(ACCOUNT.fields(), account)));
    }
}
