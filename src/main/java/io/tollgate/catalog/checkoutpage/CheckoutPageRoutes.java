package io.tollgate.catalog.checkoutpage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.page.ChargeableAmounts;
import io.tollgate.catalog.page.NewPage;
import io.tollgate.catalog.page.PageChange;
import io.tollgate.catalog.page.PageDuplication;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.catalog.page.PageRecords;
import io.tollgate.catalog.product.NewProducts;
import io.tollgate.catalog.product.ProductBody;
import io.tollgate.catalog.product.Products;
import io.tollgate.catalog.taxrate.FixedRates;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Documents;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Search;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Endpoints that create, update and archive checkout pages. */
public final class CheckoutPageRoutes {
    private static final int TITLE_MAX = 200;
    private static final String TITLE =
            "SELECT seller_id, NULL::boolean, document ->> 'title' FROM product WHERE seller_id = $1 AND page_id = $2";

    private final WriteExecutor writes;
    private final PageRecords pages;

    public CheckoutPageRoutes(WriteExecutor writes, Composition.Factory composition) {
        this.writes = writes;
        this.pages = new PageRecords(CheckoutPages.RESOURCE, composition, CheckoutPageRoutes::columns);
    }

    public PageRecords records() {
        return pages;
    }

    public List<Endpoint> all() {
        String path = CheckoutPages.RESOURCE.path();
        String one = path + "/{pageId}";
        return List.of(
                endpoint(HttpMethod.POST, path, "Create a checkout page", creating(), this::create),
                endpoint(HttpMethod.PATCH, one, "Update one checkout page", changing(), this::change),
                endpoint(HttpMethod.DELETE, one, "Archive one checkout page", archiving(), pages::archive),
                new PageDuplication(writes, pages, new CheckoutPageParts()).endpoint());
    }

    private Endpoint endpoint(
            HttpMethod method, String path, String summary, Writing writing, WriteExecutor.Plan plan) {
        return writes.endpoint(method, path, summary, CheckoutPages.RESOURCE, writing, plan);
    }

    private static Writing creating() {
        return Writing.of("createCheckoutPage", """
                Creates the page with its product, prices and fields. Only `name` is required. The page asks for name \
                and e-mail address, and then for the `fields` of the request. An upsell refers to an existing page, \
                so create that page first. `slug` is derived from the name if it is not sent. Returns 409 \
                `slug_taken` if another of your pages has this slug.""", CheckoutPageBodies.CREATE).creating();
    }

    private static Writing changing() {
        return Writing.of("updateCheckoutPage", """
                Updates settings of the page. Fields that are not sent keep their values; null clears a field or \
                restores its default. Lists are replaced: send every step that the page keeps. The product and the \
                page fields have their own endpoints. Returns 409 `slug_taken` if another of your pages has this \
                slug.""", CheckoutPageBodies.CHANGE);
    }

    private static Writing archiving() {
        return Writing.of("archiveCheckoutPage", "Sets `status` to `archived`. Past purchases stay.", Body.NONE);
    }

    private WriteExecutor.Command create(Request request) {
        Input input = request.input(CheckoutPageBodies.CREATE);
        Input product = input.object(CheckoutPageBodies.PRODUCT);
        NewPage planned =
                NewPage.of(PageKind.CHECKOUT, CheckoutPages.SCHEMA, input, Set.of(CheckoutPageBodies.PRODUCT));
        ProductBody.check(product);
        ProductMirrors.check(input, product);
        ChargeableAmounts.checkPage(input, NewProducts.currency(product));
        input.check();
        String title = defaultTitle(Objects.requireNonNull(input.text("name")));
        return write -> planned.document(write)
                .compose(page -> requireRate(write, input, product, page))
                .compose(page -> insert(write, page, Objects.requireNonNullElse(product.text("title"), title)))
                .compose(page -> NewProducts.insert(
                                write, page.record().path("id").asText(), title, product)
                        .compose(made -> ProductMirrors.create(write, input, made))
                        .map(page))
                .compose(page -> pages.answer(write, 201, page));
    }

    private static Future<ObjectNode> requireRate(WriteContext write, Input input, Input product, ObjectNode page) {
        return FixedRates.isFixed(page) && !product.hasValue(FixedRates.IDS)
                ? FixedRates.required(write, input).map(page)
                : Future.succeededFuture(page);
    }

    /** Sets the seller's default rate if the page changes to the tax mode {@code fixed} and its product has no rate. */
    private static Future<Void> applyRate(WriteContext write, Input input, JsonNode former, ObjectNode page) {
        boolean missing = FixedRates.isFixed(page)
                && !FixedRates.isFixed(former)
                && former.at("/product/" + FixedRates.IDS).isEmpty();
        String product = former.at("/product/id").asText();
        return missing
                ? FixedRates.required(write, input)
                        .compose(rate -> Records.lock(write.transaction(), write.scope(), Products.RESOURCE, product)
                                .compose(stored -> {
                                    ObjectNode changed = stored.record().deepCopy();
                                    changed.putArray(FixedRates.IDS).add(rate);
                                    return write.update(Products.RESOURCE, stored, changed, Map.of());
                                }))
                        .mapEmpty()
                : Future.succeededFuture();
    }

    /** Returns the name, truncated to the maximum length of a title. */
    private static String defaultTitle(String name) {
        boolean fits = name.codePointCount(0, name.length()) <= TITLE_MAX;
        return fits ? name : name.substring(0, name.offsetByCodePoints(0, TITLE_MAX));
    }

    static Future<Stored> insert(WriteContext write, ObjectNode page, String title) {
        return write.insert(
                CheckoutPages.RESOURCE,
                page,
                Map.of("slug", page.path("slug").asText(), "search_text", searchText(page, title)));
    }

    private WriteExecutor.Command change(Request request) {
        Input input = request.input(CheckoutPageBodies.CHANGE, "pageId").check();
        String id = request.id("pageId");
        PageChange change = new PageChange(PageKind.CHECKOUT, CheckoutPages.SCHEMA, input, Set.of());
        return write -> change.references(write)
                .compose(images -> write.lock(pages.resource(), id, pages.composition())
                        .map(former -> {
                            String currency = former.record()
                                    .at("/product/price/currency")
                                    .asText();
                            ChargeableAmounts.checkPage(input, currency);
                            return former;
                        })
                        .compose(former -> change.apply(write, former.record(), images)
                                .compose(page -> applyRate(write, input, former.record(), page)
                                        .compose(done -> pages.update(write, former, page)))
                                .compose(page -> ProductMirrors.apply(
                                                write,
                                                input,
                                                former.record()
                                                        .at("/product/id")
                                                        .asText())
                                        .map(page))))
                .compose(page -> pages.answer(write, 200, page));
    }

    /** Returns the search text of a page, which includes the title of its product. */
    private static Future<Map<String, ?>> columns(WriteContext write, ObjectNode page) {
        return write.transaction()
                .preparedQuery(TITLE)
                .execute(Tuple.of(write.scope().sellerId(), page.path("id").asText()))
                .map(rows -> {
                    String title = "";
                    for (Row row : rows) {
                        TenantGuard.requireTenant(write.scope(), row);
                        title = Objects.requireNonNullElse(row.getString(2), "");
                    }
                    return Map.of("search_text", searchText(page, title));
                });
    }

    private static String searchText(ObjectNode page, String title) {
        return Documents.folded(page, List.of("name", "title")) + "\n" + Search.fold(title);
    }
}
