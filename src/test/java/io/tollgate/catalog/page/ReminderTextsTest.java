package io.tollgate.catalog.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.TestGateway;
import org.junit.jupiter.api.Test;

/** The texts of reminders that a page sets. */
class ReminderTextsTest {
    @Test
    void unknownPlaceholdersAreRejected() {
        String body = """
                {"name": "Tea", "productData": {"title": "Tea", "prices": [{"amount": 1, "currency": "eur"}]},
                 "checkoutAbandonment": {"emailReminders": {"reminder2": {"customizeEmail": true,
                     "subject": "{{nope}}", "body": "{{product.title}}", "buttonText": "{{name}}"}}}}
                """;
        String reminder = "checkoutAbandonment.emailReminders.reminder2.";
        assertThat(TestGateway.shared()
                        .seller()
                        .live()
                        .post("/v1/checkout-pages", body)
                        .problems())
                .containsExactlyInAnyOrder(reminder + "subject", reminder + "buttonText");
    }
}
