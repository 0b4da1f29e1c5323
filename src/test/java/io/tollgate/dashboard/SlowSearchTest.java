package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.member.Role;
import io.tollgate.support.OwnShop;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A list whose search takes too long does not keep the others from being shown. */
class SlowSearchTest {
    private static final String EMAIL = "manager@example.com";

    @Test
    void otherListsAreShown() throws SQLException {
        try (OwnShop shop = OwnShop.stepped(Map.of(
                        "database.statementTimeoutMillis", "500",
                        "database.queryTimeoutMillis", "1000"));
                Connection other = shop.connect();
                Statement statement = other.createStatement()) {
            String seller =
                    shop.api().get("/v1/account").expect(200).json().get("name").textValue();
            DashboardVisitor.register(shop.gateway()).invite(seller, EMAIL, "", Role.MANAGER);
            DashboardVisitor manager =
                    DashboardVisitor.of(shop.gateway(), EMAIL).signIn();
            shop.api()
                    .post(
                            "/v1/coupons",
                            "{\"label\": \"Spring\", \"code\": \"SPRING\", \"percentOff\": 10,"
                                    + " \"duration\": \"once\"}")
                    .expect(201);
            String search = "/dashboard/" + seller + "/search?q=SPRING";
            other.setAutoCommit(false);
            statement.execute("LOCK TABLE invoice_lookup IN ACCESS EXCLUSIVE MODE");
            assertThat(manager.get(search).expect(200).html())
                    .contains("<h2>Coupons</h2>", "<h2>Invoices</h2>", "This search takes longer");
            other.rollback();
            assertThat(manager.get(search).expect(200).html())
                    .contains("<h2>Coupons</h2>")
                    .doesNotContain("This search takes longer");
        }
    }
}
