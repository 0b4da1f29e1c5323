package io.tollgate.processor;

import com.stripe.model.tax.Calculation;
import com.stripe.model.tax.CalculationLineItem;
import com.stripe.param.tax.CalculationCreateParams;
import com.stripe.param.tax.CalculationLineItemListParams;
import com.stripe.param.tax.TransactionCreateFromCalculationParams;
import com.stripe.param.tax.TransactionCreateReversalParams;
import com.stripe.service.V1Services;
import io.tollgate.pricing.Percent;
import io.tollgate.pricing.TaxCalculation;
import io.tollgate.processor.ProcessorFailure.Kind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Taxes by Stripe Tax: calculations of orders, and the transactions and reversals that its reports contain. */
record StripeTax(V1Services client, StripeCalls calls) {
    private static final String LINES = "line_items";
    private static final String LOCATION_INVALID = "customer_tax_location_invalid";
    private static final long PAGE = 100;
    private static final int DECIMALS = 6;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    /** Calculates the tax of an order. Returns null if the address is not sufficient to determine the tax. */
    @Nullable
    TaxCalculation calculate(TaxableOrder order, String key) {
        CalculationCreateParams params = params(order);
        Calculation calculation = calls.callOrNull(
                LOCATION_INVALID, () -> client.tax().calculations().create(params, StripeCalls.options(key)));
        return calculation == null ? null : calculation(order, calculation);
    }

    private static CalculationCreateParams params(TaxableOrder order) {
        CalculationCreateParams.Builder params = CalculationCreateParams.builder()
                .setCurrency(order.currency())
                .setCustomerDetails(customer(order.address()))
                .addExpand(LINES);
        for (int i = 0; i < order.lines().size(); i++) {
            TaxableOrder.Line line = order.lines().get(i);
            CalculationCreateParams.LineItem.Builder item = CalculationCreateParams.LineItem.builder()
                    .setAmount(line.amount())
                    .setQuantity((long) line.quantity())
                    .setReference(reference(i))
                    .setTaxBehavior(
                            line.inclusive()
                                    ? CalculationCreateParams.LineItem.TaxBehavior.INCLUSIVE
                                    : CalculationCreateParams.LineItem.TaxBehavior.EXCLUSIVE);
            if (line.taxCode() != null) {
                item.setTaxCode(line.taxCode());
            }
            params.addLineItem(item.build());
        }
        return params.build();
    }

    private static String reference(int line) {
        return "line-" + (line + 1);
    }

    private static CalculationCreateParams.CustomerDetails customer(TaxableOrder.Address address) {
        CalculationCreateParams.CustomerDetails.Address.Builder sent =
                CalculationCreateParams.CustomerDetails.Address.builder().setCountry(address.country());
        if (address.line1() != null) {
            sent.setLine1(address.line1());
        }
        if (address.line2() != null) {
            sent.setLine2(address.line2());
        }
        if (address.city() != null) {
            sent.setCity(address.city());
        }
        if (address.state() != null) {
            sent.setState(address.state());
        }
        if (address.postalCode() != null) {
            sent.setPostalCode(address.postalCode());
        }
        return CalculationCreateParams.CustomerDetails.builder()
                .setAddress(sent.build())
                .setAddressSource(
                        address.shipping()
                                ? CalculationCreateParams.CustomerDetails.AddressSource.SHIPPING
                                : CalculationCreateParams.CustomerDetails.AddressSource.BILLING)
                .build();
    }

    /** Converts a calculation. A total that its parts do not confirm is a failure, never a price. */
    private TaxCalculation calculation(TaxableOrder order, Calculation calculation) {
        Map<String, CalculationLineItem> items = new HashMap<>();
        for (CalculationLineItem item : items(calculation)) {
            items.put(item.getReference(), item);
        }
        try {
            List<TaxCalculation.TaxedLine> lines = new ArrayList<>();
            for (int i = 0; i < order.lines().size(); i++) {
                TaxableOrder.Line line = order.lines().get(i);
                CalculationLineItem item = Objects.requireNonNull(items.get(reference(i)), "a line is missing");
                require(item.getAmount() == line.amount(), "a line has another amount");
                lines.add(new TaxCalculation.TaxedLine(line.amount(), line.inclusive(), item.getAmountTax()));
            }
            TaxCalculation result = new TaxCalculation(
                    Objects.requireNonNull(calculation.getId(), "the id is missing"),
                    lines,
                    calculation.getTaxBreakdown().stream().map(StripeTax::entry).toList());
            long total = lines.stream()
                    .mapToLong(line -> line.amount() + (line.inclusive() ? 0 : line.tax()))
                    .sum();
            require(calculation.getAmountTotal() == total, "the lines do not sum to the total");
            return result;
        } catch (IllegalArgumentException | NullPointerException invalid) {
            throw new ProcessorFailure(
                    Kind.UNKNOWN, "the tax calculation is not consistent: " + invalid.getMessage(), RETRY_AFTER);
        }
    }

    private Iterable<CalculationLineItem> items(Calculation calculation) {
        var expanded = calculation.getLineItems();
        if (expanded != null && !Boolean.TRUE.equals(expanded.getHasMore())) {
            return expanded.getData();
        }
        CalculationLineItemListParams page =
                CalculationLineItemListParams.builder().setLimit(PAGE).build();
        return calls.call(() -> client.tax().calculations().lineItems().list(calculation.getId(), page))
                .autoPagingIterable();
    }

    private static void require(boolean valid, String message) {
        if (!valid) {
            throw new IllegalArgumentException(message);
        }
    }

    private static TaxCalculation.Entry entry(Calculation.TaxBreakdown breakdown) {
        Calculation.TaxBreakdown.TaxRateDetails details = breakdown.getTaxRateDetails();
        String percent = details == null ? null : details.getPercentageDecimal();
        return new TaxCalculation.Entry(
                details == null ? null : details.getTaxType(),
                Objects.requireNonNullElse(breakdown.getTaxabilityReason(), "not_available"),
                breakdown.getTaxableAmount(),
                breakdown.getAmount(),
                Boolean.TRUE.equals(breakdown.getInclusive()),
                Percent.of(
                        percent == null
                                ? BigDecimal.ZERO
                                : new BigDecimal(percent).setScale(DECIMALS, RoundingMode.HALF_UP)),
                details == null ? null : details.getCountry(),
                details == null ? null : details.getState());
    }

    /** Records the tax of a sold order in the account's reports, and returns the id of the transaction. */
    String record(String calculationId, String reference, String key) {
        TransactionCreateFromCalculationParams params = TransactionCreateFromCalculationParams.builder()
                .setCalculation(calculationId)
                .setReference(reference)
                .build();
        return calls.call(() -> client.tax().transactions().createFromCalculation(params, StripeCalls.options(key)))
                .getId();
    }

    /** Reverses a transaction in part or in full. Does nothing if the reference was reversed before. */
    void reverse(TaxReversal reversal, String key) {
        TransactionCreateReversalParams.Builder params = TransactionCreateReversalParams.builder()
                .setOriginalTransaction(reversal.transactionId())
                .setReference(reversal.reference());
        if (reversal.amount() == null) {
            params.setMode(TransactionCreateReversalParams.Mode.FULL);
        } else {
            params.setMode(TransactionCreateReversalParams.Mode.PARTIAL).setFlatAmount(-reversal.amount());
        }
        calls.unless(
                "resource_already_exists",
                () -> client.tax().transactions().createReversal(params.build(), StripeCalls.options(key)));
    }
}
