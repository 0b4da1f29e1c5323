package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestShop.Shelf;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Orders whose tax the processor calculates: on the page, in the records, and in the processor's reports. */
class ProcessorTaxTest extends TaxedOrders {
    private String summary(Shelf shelf, Map<String, String> changes) {
        Map<String, String> form = ada.form(ada.get(shelf.path()));
        form.putAll(changes);
        return ada.post(shelf.path() + "/summary", form).expect(200).html();
    }

    private static void assertSums(JsonNode payment) {
        long taxes = 0;
        for (JsonNode tax : payment.get("taxBreakdown")) {
            taxes += tax.get("taxAmount").longValue();
        }
        assertThat(payment.get("taxAmount").longValue()).isEqualTo(taxes);
        assertThat(payment.get("amountExcludingTax").longValue() + taxes)
                .isEqualTo(payment.get("amount").longValue());
    }

    @Test
    void totalAppearsOnceTheAddressIsKnown() {
        Shelf shelf = page("", "'taxBehavior': 'exclusive', " + prices(10_000, "eur"));
        assertThat(ada.get(shelf.path()).html())
                .contains("The tax is calculated from your address")
                .doesNotContain("class=\"total\"");
        assertThat(summary(shelf, address(shelf, "DE"))).contains("VAT", "€19.00", "€119.00");
        assertThat(summary(shelf, address(shelf, "US", "postalCode", "", "line1", "")))
                .contains("The tax is calculated from your address");
        assertThat(summary(shelf, address(shelf, "US", "postalCode", "90210", "state", "CA")))
                .contains("Sales tax", "€7.25", "€107.25");
    }

    @Test
    void exclusiveTaxIsChargedAndRecorded() {
        Shelf shelf = page("", "'taxBehavior': 'exclusive', 'taxCode': 'txcd_10000000', " + prices(10_000, "eur"));
        JsonNode paid = buy(shelf, address(shelf, "DE"));
        assertThat(paid.get("amount").longValue()).isEqualTo(11_900);
        assertThat(paid.get("amountPaid").longValue()).isEqualTo(11_900);
        assertThat(paid.get("taxSource").textValue()).isEqualTo("processor_tax");
        assertThat(paid.at("/taxBreakdown/0/taxType").textValue()).isEqualTo("vat");
        assertThat(paid.at("/taxBreakdown/0/taxabilityReason").textValue()).isEqualTo("standard_rated");
        assertThat(paid.at("/taxBreakdown/0/taxableAmount").longValue()).isEqualTo(10_000);
        assertThat(paid.at("/taxBreakdown/0/taxRateDetails/country").textValue())
                .isEqualTo("DE");
        assertThat(paid.at("/taxBreakdown/0/taxRateDetails/percentageDecimal").doubleValue())
                .isEqualTo(0.19);
        assertThat(paid.get("processorTaxCalculationId").textValue()).startsWith("taxcalc_");
        assertSums(paid);
        JsonNode invoice = shop.seller()
                .live()
                .get("/v1/invoices/" + paid.get("invoiceId").textValue())
                .expect(200)
                .json()
                .get("data");
        assertThat(invoice.get("taxAmount").longValue()).isEqualTo(1_900);
        assertThat(invoice.get("taxSource").textValue()).isEqualTo("processor_tax");
        assertThat(SimulatorState.completeTasks(shop.seller())).isTrue();
        JsonNode recorded = payment();
        assertThat(recorded.get("processorTaxTransactionId").textValue()).startsWith("tax_");
        assertThat(transactions()).isOne();
    }

    @Test
    void inclusiveTaxLeavesThePriceAndCurrenciesWithoutDecimalsWork() {
        Shelf shelf = page("", "'taxBehavior': 'inclusive', " + prices(1_099, "jpy"));
        JsonNode paid = buy(shelf, address(shelf, "JP", "postalCode", "100-0001"));
        assertThat(paid.get("amount").longValue()).isEqualTo(1_099);
        assertThat(paid.get("taxAmount").longValue()).isEqualTo(100);
        assertThat(paid.at("/taxBreakdown/0/taxType").textValue()).isEqualTo("jct");
        assertSums(paid);
    }

    @Test
    void automaticBehaviorFollowsTheCurrency() {
        Shelf pounds = page("", "'taxBehavior': 'automatic', " + prices(12_000, "gbp"));
        assertThat(summary(pounds, address(pounds, "GB"))).contains("Includes VAT", "£20.00", "£120.00");
        Shelf dollars = page("", "'taxBehavior': 'automatic', " + prices(10_000, "usd"));
        assertThat(summary(dollars, address(dollars, "US", "postalCode", "10001", "state", "NY")))
                .contains("Sales tax", "$4.00", "$104.00");
    }

    @Test
    void couponFeesAndSeveralLinesAreTaxedAsCharged() {
        shop.seller()
                .live()
                .post(
                        "/v1/coupons",
                        "{'label': 'Ten', 'code': 'TEN', 'duration': 'once', 'percentOff': 10}".replace('\'', '"'))
                .expect(201);
        Shelf shelf = page(
                "'showCouponCodeField': true, 'fees': [{'name': 'Handling', 'amount': 333}],",
                "'taxBehavior': 'exclusive', 'variants': [{'name': 'Gift', 'selectionType': 'quantity', 'options':"
                        + " [{'name': 'Wrap', 'additionalChargeAmount': 777}]}], "
                        + prices(9_999, "eur"));
        Map<String, String> form = new HashMap<>(address(shelf, "FR"));
        form.put("couponCode", "TEN");
        ada.form(ada.get(shelf.path())).keySet().stream()
                .filter(name -> name.startsWith("variants."))
                .forEach(name -> form.put(name, "2"));
        JsonNode paid = buy(shelf, form);
        // 9,999 and twice 777 are 11,553; less 10 % they are 10,398, plus 333; each line is taxed and rounded by
        // itself.
        long tax = paid.get("taxAmount").longValue();
        assertThat(paid.get("amount").longValue()).isEqualTo(10_398 + 333 + tax);
        assertThat(tax).isBetween(2_145L, 2_147L);
        assertSums(paid);
    }

    @Test
    void refundReversesTheTaxInProportion() {
        Shelf shelf = page("", "'taxBehavior': 'exclusive', " + prices(10_000, "eur"));
        JsonNode paid = buy(shelf, address(shelf, "DE"));
        refund(paid, "{\"amount\": 1900}");
        refund(paid, "{}");
        assertThat(SimulatorState.completeTasks(shop.seller())).isTrue();
        JsonNode recorded = payment();
        String id = recorded.get("processorTaxTransactionId").textValue();
        long reversed = 0;
        int reversals = 0;
        for (JsonNode one : SimulatorState.objects(shop.seller(), true, "tax.transaction")) {
            if (one.at("/reversal/original_transaction").asText().equals(id)) {
                reversed -= one.get("amount_total").longValue();
                reversals++;
            }
        }
        assertThat(reversals).isEqualTo(2);
        assertThat(reversed).isEqualTo(11_900);
    }

    @Test
    void anOrderWithoutTheTaxKeepsTheForm() {
        Shelf shelf = page("", "'taxBehavior': 'exclusive', " + prices(10_000, "usd"));
        Map<String, String> down =
                address(shelf, "US", "postalCode", "90210", "state", "CA", "line1", "simulate:error");
        assertThat(summary(shelf, down)).contains("The tax cannot be calculated at the moment");
        Shown refused = ada.order(shelf.path(), down).expect(503);
        assertThat(refused.html())
                .contains("Nothing was ordered", "simulate:error")
                .doesNotContain("class=\"total\"");
        Map<String, String> again = ada.formAgain(refused);
        again.putAll(address(shelf, "US", "postalCode", "90210", "state", "CA"));
        ada.post(shelf.path(), again).expect(303);
        Shown incomplete = ada.order(shelf.path(), address(shelf, "CA")).expect(422);
        assertThat(incomplete.html()).contains("The tax depends on your address");
    }

    @Test
    void testModeUsesTheTestAccount() {
        Shelf shelf = page("'testmode': true,", "'taxBehavior': 'exclusive', " + prices(10_000, "eur"));
        Shown order = ada.order(shelf.path(), address(shelf, "ES")).expect(303);
        assertThat(ada.get(order.path()).html()).contains("€121.00");
        JsonNode paid = only(shop.seller().test(), "/v1/payments");
        assertThat(paid.get("taxAmount").longValue()).isEqualTo(2_100);
        assertThat(SimulatorState.completeTasks(shop.seller())).isTrue();
        assertThat(SimulatorState.objects(shop.seller(), false, "tax.transaction"))
                .hasSize(1);
        assertThat(transactions()).isZero();
    }

    @Test
    void ticketsAreTaxedByTheirEvent() {
        Shelf event = shop.event(
                "'tax': {'enabled': true, 'mode': 'processor'},"
                        + "'fields': [{'label': 'Address', 'element': 'address'}],",
                "'taxBehavior': 'exclusive',",
                "{'name': 'Seat', 'price': 2500, 'feeAmount': 99}");
        Map<String, String> form = new HashMap<>(address(event, "NL", "postalCode", "1011 AA"));
        form.put(
                "tickets."
                        + event.record().at("/ticketGroups/0/ticketTypes/0/id").textValue(),
                "2");
        Shown order = ada.order(event.path(), form).expect(303);
        assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
        ada.comeBack(order.path());
        JsonNode booking = only(shop.seller().live(), "/v1/bookings");
        assertThat(booking.get("taxSource").textValue()).isEqualTo("processor_tax");
        assertSums(booking);
        long ofTickets = 0;
        for (JsonNode ticket :
                shop.seller().live().get("/v1/tickets").expect(200).json().get("data")) {
            ofTickets += ticket.get("taxAmount").longValue();
        }
        assertThat(ofTickets).isEqualTo(booking.get("taxAmount").longValue());
        assertThat(SimulatorState.completeTasks(shop.seller())).isTrue();
        assertThat(only(shop.seller().live(), "/v1/bookings")
                        .get("processorTaxTransactionId")
                        .textValue())
                .startsWith("tax_");
    }
}
