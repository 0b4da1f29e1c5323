package io.tollgate.sales.checkout;

import io.tollgate.catalog.model.SellingPage;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.pricing.TaxCalculation;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.sales.cart.Answers;
import io.tollgate.sales.cart.TaxAddress;
import io.tollgate.sales.tax.OrderTaxes;
import io.tollgate.sales.tax.TaxState;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prices orders that are not placed yet. */
record OrderPrices(WriteExecutor writes, OrderReader orders, OrderTaxes taxes) {
    /**
     * A price whose tax may be missing.
     *
     * @param priced null if no tax is missing
     * @param account null if no account is connected
     */
    private record Untaxed(
            OrderPrice price,
            PageOrder.@Nullable Priced priced,
            @Nullable ProcessorAccount account) {}

    /**
     * Prices an order of a page that was read for the same request. Needs no transaction if the page alone determines
     * the price. The processor is asked for the tax after the transaction that reads the order.
     */
    Future<OrderPrice> price(Scope scope, SellingPage page, OrderForm form) {
        if (!OrderReader.needsPageOnly(page, form)) {
            return read(scope, page, form);
        }
        return writes.now(scope).compose(now -> {
            List<Problem> problems = new ArrayList<>();
            PageOrder.Priced priced = OrderReader.of(page, form, now).price(problems);
            return priced == null || !priced.isTaxOpen()
                    ? Future.succeededFuture(untaxed(priced, problems))
                    : read(scope, page, form);
        });
    }

    private Future<OrderPrice> read(Scope scope, SellingPage page, OrderForm form) {
        return writes.read(scope, write -> {
                    List<Problem> problems = new ArrayList<>();
                    return orders.of(write, page, form, problems).compose(order -> {
                        PageOrder.Priced priced = order.price(problems);
                        if (priced == null || !priced.isTaxOpen()) {
                            return Future.succeededFuture(new Untaxed(untaxed(priced, problems), null, null));
                        }
                        return ProcessorAccount.find(write.transaction(), scope)
                                .map(account -> new Untaxed(
                                        OrderPrice.of(priced, problems, TaxState.UNAVAILABLE), priced, account));
                    });
                })
                .compose(this::taxed);
    }

    private static OrderPrice untaxed(PageOrder.@Nullable Priced priced, List<Problem> problems) {
        return OrderPrice.of(priced, problems, TaxState.FINAL);
    }

    private Future<OrderPrice> taxed(Untaxed untaxed) {
        PageOrder.Priced priced = untaxed.priced();
        if (priced == null || untaxed.account() == null) {
            return Future.succeededFuture(untaxed.price());
        }
        List<Problem> problems = untaxed.price().problems();
        PageOrder order = priced.order();
        // Incomplete answers suffice, as long as they name the region.
        Answers answers = Answers.of(order.page().fields(), order.form().answers(), new ArrayList<>());
        TaxAddress address = TaxAddress.of(answers);
        if (address == null) {
            return Future.succeededFuture(OrderPrice.of(priced, problems, TaxState.ADDRESS_NEEDED));
        }
        return taxes.quote(untaxed.account(), priced.taxable(address)).map(answer -> {
            TaxCalculation calculation = answer.calculation();
            PageOrder.Priced result = calculation == null
                    ? priced
                    : order.taxed(order.tax().calculated(calculation)).price(new ArrayList<>());
            return OrderPrice.of(result, problems, answer.state());
        });
    }
}
