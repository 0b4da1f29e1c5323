package io.tollgate.checkout;

import io.tollgate.cart.Answers;
import io.tollgate.cart.TaxAddress;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.pricing.Quote;
import io.tollgate.pricing.TaxCalculation;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.resource.Scope;
import io.tollgate.tax.OrderTaxes;
import io.tollgate.tax.TaxState;
import io.tollgate.write.WriteExecutor;
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

    /** Prices an order. The processor is asked for the tax after the transaction that reads the order. */
    Future<OrderPrice> price(Scope scope, String pageId, OrderForm form) {
        return writes.read(scope, write -> {
                    List<Problem> problems = new ArrayList<>();
                    return orders.read(write, pageId, form, problems).compose(order -> {
                        PageOrder.Priced priced = order.price(problems);
                        Quote quote = priced == null ? null : priced.quote();
                        if (priced == null || !priced.isTaxOpen()) {
                            return Future.succeededFuture(
                                    new Untaxed(new OrderPrice(quote, problems, TaxState.FINAL), null, null));
                        }
                        return ProcessorAccount.find(write.transaction(), scope)
                                .map(account -> new Untaxed(
                                        new OrderPrice(quote, problems, TaxState.UNAVAILABLE), priced, account));
                    });
                })
                .compose(this::taxed);
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
            return Future.succeededFuture(new OrderPrice(priced.quote(), problems, TaxState.ADDRESS_NEEDED));
        }
        return taxes.quote(untaxed.account(), priced.taxable(address)).map(answer -> {
            TaxCalculation calculation = answer.calculation();
            PageOrder.Priced result = calculation == null
                    ? priced
                    : order.taxed(order.tax().calculated(calculation)).price(new ArrayList<>());
            return new OrderPrice(result == null ? null : result.quote(), problems, answer.state());
        });
    }
}
