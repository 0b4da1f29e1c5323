package io.tollgate.catalog.form;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.seller.Sellers.Seller;
import io.tollgate.catalog.model.Form;
import io.tollgate.catalog.model.FormTexts;
import io.tollgate.catalog.model.PageBehavior;
import io.tollgate.catalog.model.PageTexts.Redirect;
import io.tollgate.catalog.model.json.CatalogDecoder;
import io.tollgate.catalog.page.PageAddresses;
import io.tollgate.catalog.page.PageAddresses.FoundPage;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.catalog.page.VisitedPage;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads forms with everything that they show. */
public record HostedForms(PageAddresses addresses, Composition composition) {
    /** A form as a visitor opens it. */
    public record HostedForm(
            @Override Seller seller,
            @Override Form page,
            FormTexts texts,
            @Override PageBehavior behavior) implements VisitedPage {
        @Override
        public @Nullable Redirect redirect() {
            return texts.redirect();
        }

        @Override
        public boolean googleIndex() {
            return texts.googleIndex();
        }

        @Override
        public String heading() {
            return page.displayTitle();
        }
    }

    /** Returns the form with this id; null if there is none. */
    public Future<@Nullable HostedForm> byId(String sellerId, String pageId) {
        return addresses
                .byId(sellerId, pageId)
                .compose(found -> found == null || found.kind() != PageKind.FORM
                        ? Future.<@Nullable HostedForm>succeededFuture(null)
                        : complete(found).map(form -> form));
    }

    /** Completes a form that was found at its address. */
    public Future<HostedForm> complete(FoundPage found) {
        return composition
                .compose(new Scope(found.seller().id(), true), List.of(found.document()))
                .map(composed -> {
                    ObjectNode document = composed.get(0);
                    return new HostedForm(
                            found.seller(),
                            CatalogDecoder.decode(document, Form.class),
                            CatalogDecoder.decode(document, FormTexts.class),
                            CatalogDecoder.decode(document, PageBehavior.class));
                });
    }
}
