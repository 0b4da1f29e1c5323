package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.member.Role;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.TestShop;
import org.junit.jupiter.api.Test;

/** Members choose the columns of a list. */
class ListColumnsTest {
    private final TestShop shop = TestShop.open();
    private final String payments = "/dashboard/" + shop.seller().name() + "/payments";
    private final DashboardVisitor owner = DashboardVisitor.signedIn(shop, Role.OWNER);

    private String list(String query) {
        return owner.get(payments + query).expect(200).html();
    }

    private static String heading(String label) {
        return label + "</th>";
    }

    private void payment() {
        shop.seller()
                .create(
                        Payments.RESOURCE,
                        true,
                        record -> record.put("status", "paid")
                                .put("customerName", "Ada Lovelace")
                                .put("orderId", "11112222"));
    }

    @Test
    void chosenColumnsReplaceThoseOfTheList() {
        payment();
        assertThat(list("")).contains(heading("Product"), "name=\"column\"").doesNotContain(heading("Customer name"));
        String chosen = list("?column=customerName&column=amountPaid&status=paid");
        assertThat(chosen)
                .contains(heading("Order"), heading("Customer name"), heading("Amount paid"), "Ada Lovelace")
                .doesNotContain(heading("Product"))
                .contains("<input type=\"hidden\" name=\"columns\" value=\"customerName,amountPaid\">")
                .contains("<input type=\"hidden\" name=\"status\" value=\"paid\">");
        assertThat(list("?columns=customerName")).contains(heading("Customer name"), "11112222");
    }

    @Test
    void unknownColumnsAreLeftOut() {
        payment();
        assertThat(list("?column=nothing&column=%3Cb%3E"))
                .contains(heading("Product"))
                .doesNotContain("<b>");
    }

    @Test
    void theFileHasTheChosenColumns() {
        payment();
        String csv = owner.get(payments + "/export.csv?columns=orderId,customerName")
                .expect(200)
                .html();
        assertThat(csv.lines().findFirst())
                .hasValueSatisfying(first ->
                        assertThat(first).contains("orderId", "customerName").doesNotContain("amount"));
    }
}
