package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.customer.Customers;
import io.tollgate.accounts.member.Role;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestShop;
import org.junit.jupiter.api.Test;

/** Members export what is stored about a customer, and erase it. */
class CustomerDataTest {
    private final TestShop shop = TestShop.open();
    private final TestApi api = shop.seller().live();
    private final String home = "/dashboard/" + shop.seller().name();

    private DashboardVisitor member(Role role) {
        return DashboardVisitor.signedIn(shop, role);
    }

    private String customer() {
        return shop.seller()
                .create(
                        Customers.RESOURCE,
                        true,
                        record -> record.put("email", "ada@example.com").putNull("processorCustomerId"))
                .get("id")
                .textValue();
    }

    private String status(String customer) {
        return api.get("/v1/customers/" + customer + "/erasure")
                .json()
                .at("/data/status")
                .asText();
    }

    @Test
    void aCustomerIsErasedAfterAPreview() {
        String customer = customer();
        DashboardVisitor owner = member(Role.OWNER);
        String page = home + "/customers/" + customer;
        assertThat(owner.get(page).expect(200).html()).contains(page + "/erasure", page + "/data.zip");
        Shown preview = owner.get(page + "/erasure").expect(200);
        assertThat(preview.html()).contains("This cannot be undone", "What is erased", "Customers");
        assertThat(api.get("/v1/customers/" + customer).expect(200).body()).contains("ada@example.com");
        Shown begun =
                owner.post(page + "/erasure", owner.browser().form(preview)).expect(303);
        assertThat(begun.path()).isEqualTo(page + "/erasure");
        assertThat(owner.get(page + "/erasure").expect(200).html()).contains("Requested");
        assertThat(shop.settles(() -> {
                    shop.gateway().numberEvents(shop.seller().scope(true));
                    return status(customer).equals("done");
                }))
                .isTrue();
        assertThat(owner.get(page + "/erasure").expect(200).html())
                .contains("Finished", "Erased")
                .doesNotContain("ada@example.com", "cannot be undone");
    }

    @Test
    void anOpenOrderKeepsTheCustomer() {
        String booking = api.post(
                        "/v1/bookings",
                        TestShop.booking(
                                shop.event("", "", "{'name': 'Seat', 'price': 1000, 'maxQuantity': 10}"),
                                "grace@example.com",
                                1,
                                "\"paymentOption\": {\"manualType\": \"invoice\"},"))
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        String customer = api.get("/v1/customers?search=grace")
                .expect(200)
                .json()
                .at("/data/0/id")
                .textValue();
        DashboardVisitor owner = member(Role.OWNER);
        String page = home + "/customers/" + customer + "/erasure";
        Shown preview = owner.get(page).expect(200);
        assertThat(preview.html()).contains("Not yet", booking).doesNotContain(">Erase<");
        owner.post(page, owner.browser().form(preview)).expect(303);
        assertThat(status(customer)).isEmpty();
    }

    @Test
    void theDataAreOneArchive() {
        String archive = home + "/customers/" + customer() + "/data.zip";
        assertThat(member(Role.OWNER).get(archive).expect(200).html()).startsWith("PK");
        member(Role.SUPPORT).get(archive).expect(403);
        member(Role.FINANCE).get(archive.replace("data.zip", "erasure")).expect(403);
    }
}
