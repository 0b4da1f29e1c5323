package io.tollgate.catalog.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An event with its ticket groups and their availability at the time when it was read.
 *
 * @param name the seller's name for the event
 * @param title the title for buyers; null if it is the name
 * @param testmode whether purchases on the event's page are tests
 * @param paymentOptions the ways to pay, including disabled ones
 * @param savePaymentMethod whether the payment method of an order is saved for later charges
 * @param paymentMethods null if the page offers all
 * @param funnelSteps the steps after a purchase; null if there are none
 */
public record Event(
        @Override String id,
        @Override String slug,
        String name,
        @Nullable String title,
        @Override @Nullable String locale,
        @Override PageStatus status,
        @Override boolean testmode,
        @JsonProperty("eventDetails") Details details,
        @JsonProperty("ticketGroups") List<TicketGroup> groups,
        @Override List<BuyerField> fields,
        List<PageFee> fees,
        @Nullable PageTax tax,
        @Override List<PaymentOption> paymentOptions,
        @Override boolean savePaymentMethod,
        @Nullable OfferedMethods paymentMethods,
        @Nullable List<PageBehavior.FunnelStep> funnelSteps)
        implements SellingPage {

    /** The status of an event: taking place, sold out or canceled. */
    public enum Status {
        ACTIVE,
        SOLD_OUT,
        CANCELED
    }

    /**
     * @param currency a three-letter code in lower case, such as {@code eur}
     * @param limitRegistrations whether each customer can register only once
     * @param fixedTaxRateIds the first rate is applied if the page's tax mode is fixed
     * @param taxBehavior whether prices include the tax that the processor calculates; null for its usual behavior
     * @param taxCode the processor's category of the tickets; null for the account's default
     * @param discounts bulk discounts on ticket types
     */
    public record Details(
            Status status,
            String currency,
            @Nullable OptionalValue limitRegistrations,
            List<String> fixedTaxRateIds,
            @Nullable String taxBehavior,
            @Nullable String taxCode,
            List<Discount> discounts) {}

    @Override
    public String displayTitle() {
        return Objects.requireNonNullElse(title, name);
    }

    public Event withPaymentOptions(List<PaymentOption> other) {
        return with(fees, other);
    }

    /** Returns the event with the fees of an order that the processor collects. */
    public Event withCollectedFees() {
        return with(PageFee.collected(fees, methods()), paymentOptions);
    }

    private Event with(List<PageFee> otherFees, List<PaymentOption> otherOptions) {
        return new Event(
                id,
                slug,
                name,
                title,
                locale,
                status,
                testmode,
                details,
                groups,
                fields,
                otherFees,
                tax,
                otherOptions,
                savePaymentMethod,
                paymentMethods,
                funnelSteps);
    }

    @Override
    public @Nullable String offeredPageId() {
        return PageBehavior.offeredPage(funnelSteps);
    }

    @Override
    public PageBehavior.@Nullable StepRedirect offeredRedirect() {
        return PageBehavior.offeredRedirect(funnelSteps);
    }

    @Override
    public OfferedMethods methods() {
        return OfferedMethods.of(paymentMethods);
    }

    @Override
    public String currency() {
        return details.currency();
    }

    public boolean limitsRegistrations() {
        return details.limitRegistrations() != null
                && details.limitRegistrations().enabled();
    }

    @Override
    public PageTax.Mode taxMode() {
        return PageTax.modeOf(tax);
    }

    @Override
    public List<String> fixedTaxRateIds() {
        return details.fixedTaxRateIds();
    }

    @Override
    public @Nullable String taxBehavior() {
        return details.taxBehavior();
    }

    @Override
    public @Nullable String taxCode() {
        return details.taxCode();
    }

    /** Returns the last payment option of this type, enabled or not, if the event has one. */
    public Optional<PaymentOption> paymentOption(PaymentOption.ManualType type) {
        return paymentOptions.stream()
                .filter(option -> option.manualType() == type)
                .reduce((first, last) -> last);
    }
}
