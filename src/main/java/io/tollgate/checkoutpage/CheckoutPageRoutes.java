package io.tollgate.checkoutpage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.api.Endpoint;
import io.tollgate.api.Endpoint.Writing;
import io.tollgate.http.Composition;
import io.tollgate.input.Body;
import io.tollgate.input.Input;
import io.tollgate.input.Request;
import io.tollgate.page.NewPage;
import io.tollgate.page.PageChange;
import io.tollgate.page.PageKind;
import io.tollgate.page.PageRecords;
import io.tollgate.product.NewProducts;
import io.tollgate.product.ProductBody;
import io.tollgate.product.Products;
import io.tollgate.records.Documents;
import io.tollgate.records.Records;
import io.tollgate.records.Records.Stored;
import io.tollgate.records.TenantGuard;
import io.tollgate.resource.Search;
import io.tollgate.taxrate.FixedRates;
import io.tollgate.write.WriteContext;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Creates checkout pages with their products, changes and archives them. */
public final class CheckoutPageRoutes {
    private static final int TITLE_MAX = 200;
    private static final String TITLE =
            "SELECT seller_id, NULL::boolean, document ->> 'title' FROM product WHERE seller_id = $1 AND page_id = $2";

    private final WriteExecutor writes;
    private final PageRecords pages;

    public CheckoutPageRoutes(WriteExecutor writes, Composition.Over composition) {
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
                endpoint(HttpMethod.DELETE, one, "Archive one checkout page", archiving(), pages::archive));
    }

    private Endpoint endpoint(
            HttpMethod method, String path, String summary, Writing writing, WriteExecutor.Plan plan) {
        return writes.endpoint(method, path, summary, CheckoutPages.RESOURCE, writing, plan);
    }

    private static Writing creating() {
        return Writing.of("createCheckoutPage", """
                Makes the page, the product that it sells, its prices and its fields at once. Only `name` is needed. \
                The page asks for name and e-mail address, and then for the `fields` that are sent. An offer after \
                the payment is a page that is there already, so it is created first. `slug` is made from the name \
                where none is sent; 409 `slug_taken` where another of your pages has the one that \
                is.""", CheckoutPageBodies.CREATE).creating();
    }

    private static Writing changing() {
        return Writing.of("updateCheckoutPage", """
                Changes settings of the page. What is not sent is kept, and null clears. Lists are replaced whole: a \
                step to keep is sent again. The product and the fields have endpoints of their own. 409 `slug_taken` \
                where another of your pages has the slug.""", CheckoutPageBodies.CHANGE);
    }

    private static Writing archiving() {
        return Writing.of("archiveCheckoutPage", "Its status becomes `archived`. What it sold stays.", Body.NONE);
    }

    private WriteExecutor.Command create(Request request) {
        Input input = request.input(CheckoutPageBodies.CREATE);
        Input product = input.object(CheckoutPageBodies.PRODUCT);
        NewPage planned =
                NewPage.of(PageKind.CHECKOUT, input, CheckoutPageBodies.DEFAULTS, Set.of(CheckoutPageBodies.PRODUCT));
        ProductBody.check(product);
        ProductMirrors.check(input, product);
        input.check();
        String title = titleOtherwise(Objects.requireNonNull(input.text("name")));
        return write -> planned.document(write)
                .compose(page -> taxed(write, input, product, page))
                .compose(page -> inserted(write, page, Objects.requireNonNullElse(product.text("title"), title)))
                .compose(page -> NewProducts.insert(
                                write, page.record().path("id").asText(), title, product)
                        .compose(made -> ProductMirrors.create(write, input, made))
                        .map(page))
                .compose(page -> pages.answer(write, 201, page));
    }

    private static Future<ObjectNode> taxed(WriteContext write, Input input, Input product, ObjectNode page) {
        return FixedRates.isFixed(page) && !product.hasValue(FixedRates.IDS)
                ? FixedRates.required(write, input).map(page)
                : Future.succeededFuture(page);
    }

    /** A page that is switched to a fixed rate has one, or its product takes the seller's default. */
    private static Future<Void> taxed(WriteContext write, Input input, JsonNode former, ObjectNode page) {
        boolean none = FixedRates.isFixed(page)
                && !FixedRates.isFixed(former)
                && former.at("/product/" + FixedRates.IDS).isEmpty();
        String product = former.at("/product/id").asText();
        return none
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

    /** A name may be longer than a title. */
    private static String titleOtherwise(String name) {
        boolean fits = name.codePointCount(0, name.length()) <= TITLE_MAX;
        return fits ? name : name.substring(0, name.offsetByCodePoints(0, TITLE_MAX));
    }

    private Future<Stored> inserted(WriteContext write, ObjectNode page, String title) {
        return write.insert(
                pages.resource(),
                page,
                Map.of("slug", page.path("slug").asText(), "search_text", searched(page, title)));
    }

    private WriteExecutor.Command change(Request request) {
        Input input = request.input(CheckoutPageBodies.CHANGE, "pageId").check();
        String id = request.id("pageId");
        PageChange change = new PageChange(PageKind.CHECKOUT, input, CheckoutPageBodies.DEFAULTS, Set.of());
        return write -> change.references(write)
                .compose(images -> write.lock(pages.resource(), id, pages.composition())
                        .compose(former -> change.over(write, former.record(), images)
                                .compose(page -> taxed(write, input, former.record(), page)
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

    /** A page is found by the title of its product as well. */
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
                    return Map.of("search_text", searched(page, title));
                });
    }

    private static String searched(ObjectNode page, String title) {
        return Documents.folded(page, List.of("name", "title")) + "\n" + Search.fold(title);
    }
}
