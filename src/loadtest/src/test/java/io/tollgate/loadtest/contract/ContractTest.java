package io.tollgate.loadtest.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The lists are those of the published document, as the gateway's own build keeps it. */
class ContractTest {
    @Test
    void every_list_is_there_with_its_filters() throws IOException {
        List<Listing> listings = Contract.listings(new ObjectMapper()
                .readTree(Path.of("../test/golden/openapi.json").toFile()));
        assertThat(listings)
                .extracting(Listing::noun)
                .contains("payments", "tickets", "invoices", "audit-log", "files");
        Listing payments = listings.stream()
                .filter(listing -> listing.noun().equals("payments"))
                .findFirst()
                .orElseThrow();
        assertThat(payments.hasGet()).isTrue();
        assertThat(payments.hasBounds()).isTrue();
        assertThat(payments.filters())
                .extracting(Filter::name)
                .contains("status", "couponCode")
                .doesNotContain("limit");
        assertThat(payments.searched()).contains("customerEmail", "customerName");
    }

    @Test
    void value_is_the_one_that_a_record_is_found_by() throws IOException {
        ObjectMapper json = new ObjectMapper();
        Filter filter = new Filter("checkInStatus");
        assertThat(filter.valueIn(json.readTree("{\"latestCheckIn\":{\"status\":\"CHECKEDIN\"}}")))
                .isEqualTo("CHECKEDIN");
        assertThat(filter.valueIn(json.readTree("{\"latestCheckIn\":null}"))).isEqualTo("UNCHECKEDIN");
        assertThat(new Filter("couponCode").valueIn(json.readTree("{\"coupon\":{\"code\":\"TEN\"}}")))
                .isEqualTo("TEN");
        assertThat(new Filter("couponCode").valueIn(json.readTree("{\"coupon\":null}")))
                .isEmpty();
        assertThat(new Filter("testmode").valueIn(json.readTree("{\"testmode\":false}")))
                .isEqualTo("false");
        assertThat(new Filter("fields").valueIn(json.readTree("{\"fields\":[]}")))
                .isEmpty();
    }
}
