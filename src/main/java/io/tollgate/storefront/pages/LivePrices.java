package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.sales.checkout.Checkouts;
import io.tollgate.sales.checkout.OrderPrice;
import io.tollgate.sales.purchase.Visit;
import io.tollgate.sales.tax.TaxState;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Prices forms that are not complete: without a coupon that cannot be used, and with the cheapest of the choices that
 * are missing.
 */
record LivePrices<P extends Hosted>(SellingPageType<P> type, Checkouts checkouts) {
    /** Returns the price of a form, and what is wrong with its choices. */
    Future<LiveOrder> of(PageRequest<P> open, Visit visit) {
        boolean submitted = open.form().isSubmitted();
        SubmittedForm form = submitted ? open.form() : FirstForm.of(open.messages(), open.hosted());
        OrderFormReader.Read read = read(open, form, visit);
        return price(open, read).compose(price -> {
            FormErrors errors = submitted ? errors(open, read, price.problems()) : FormErrors.NONE;
            if (price.quote() != null || !read.isPriced()) {
                return Future.succeededFuture(new LiveOrder(price, errors, false, Set.of()));
            }
            if (errors.of(Inputs.COUPON) == null) {
                return least(open, form, visit, errors);
            }
            SubmittedForm usable = form.without(Inputs.COUPON);
            return price(open, read(open, usable, visit))
                    .compose(second -> second.quote() != null
                            ? Future.succeededFuture(new LiveOrder(second, errors, false, Set.of()))
                            : least(open, usable, visit, errors));
        });
    }

    private Future<LiveOrder> least(PageRequest<P> open, SubmittedForm form, Visit visit, FormErrors errors) {
        LeastForm least = LeastForm.of(open.messages(), open.hosted(), form);
        return price(open, read(open, least.form(), visit))
                .map(price -> new LiveOrder(price, errors, true, least.assumed()));
    }

    private OrderFormReader.Read read(PageRequest<P> open, SubmittedForm form, Visit visit) {
        // Files have no influence on the price.
        return type.read(open.hosted(), form, open.messages().numbers(), Map.of(), visit);
    }

    private Future<OrderPrice> price(PageRequest<P> open, OrderFormReader.Read read) {
        return checkouts
                .price(open.hosted().scope(), open.stored().page(), read.order())
                .map(price -> read.isPriced() ? price : refused(price.problems()))
                .recover(failure -> failure instanceof ApiError error && error.status() < 500
                        ? Future.succeededFuture(refused(error.problems()))
                        : Future.failedFuture(failure));
    }

    private static OrderPrice refused(List<Problem> problems) {
        return new OrderPrice(null, null, problems, TaxState.FINAL);
    }

    /** Returns the problems of choices that the buyer has made. */
    private static FormErrors errors(
            PageRequest<? extends Hosted> open, OrderFormReader.Read read, List<Problem> found) {
        List<Problem> problems = new ArrayList<>(read.problems());
        problems.addAll(found);
        Map<String, String> made = new LinkedHashMap<>();
        FormErrors.of(open.messages(), open.hosted(), open.form(), read.inputs(), problems)
                .byInput()
                .forEach((input, message) -> {
                    if (open.form().text(input) != null && !Inputs.OPTION.equals(input)) {
                        made.put(input, message);
                    }
                });
        Shortages.of(open.messages(), open.hosted(), open.form()).forEach(made::putIfAbsent);
        return new FormErrors(made);
    }
}
