package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Phone numbers with the dial code of the country that is selected beside them. */
class DialCodesTest {
    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    @ParameterizedTest
    @CsvSource({
        "DE, 0171 123 45 67, +491711234567",
        "DE, 171-1234567, +491711234567",
        "GB, (020) 7946.0018, +442079460018",
        "IT, 06 1234 5678, +390612345678",
        "CI, 07 12 34 56 78, +2250712345678",
        "US, 1 (201) 555-0123, +12015550123",
        "US, 201 555 0123, +12015550123",
        "RU, 8 843 123 45 67, +78431234567",
        "RU, 843 123 45 67, +78431234567",
        "HU, 06 20 123 4567, +36201234567",
        "DE, +44 20 7946 0018, +442079460018",
        "DE, 0044 20 7946 0018, +442079460018",
        "DE, 0171‑123–45‑67, +491711234567",
        "AE, ٠٥٠ ١٢٣ ٤٥٦٧, +971501234567",
        "US, (201) 555-0123 ext. 89, +12015550123 ext. 89",
        "US, 201-555-0123 x12, +12015550123 ext. 12",
    })
    void numbersAreDialedFromAnyCountry(String country, String entry, String number) {
        assertThat(DialCodes.international(country, entry)).isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource({"XX, 0171 1234567", "DE, call me", "DE, 12", "DE, ---"})
    void otherEntriesStayAsTheyAre(String country, String entry) {
        assertThat(DialCodes.international(country, entry)).isEqualTo(entry);
        assertThat(DialCodes.international(null, entry)).isEqualTo(entry);
    }

    @Test
    void countriesWithPhoneNumbersHaveADialCode() {
        assertThat(Arrays.stream(Locale.getISOCountries())
                        .filter(country -> !DialCodes.byCountry().containsKey(country)))
                .containsExactlyInAnyOrder("AQ", "BV", "GS", "HM", "PN", "TF", "UM");
        assertThat(DialCodes.byCountry().values())
                .allSatisfy(code -> assertThat(code).matches("[1-9][0-9]{0,2}"));
    }

    private Shelf page(String setting) {
        return shop.page("""
                {'name': 'Mug', 'locale': 'en-US', 'productData': {'title': 'Mug', 'price': {'amount': 0,
                 'currency': 'eur'}}, 'fields': [
                   {'label': 'Name', 'element': 'text', 'type': 'name'},
                   {'label': 'Email address', 'element': 'email', 'type': 'email', 'required': true},
                   {'label': 'Phone', 'element': 'phone', 'type': 'phone', 'required': true, %s}]}
                """.formatted(setting));
    }

    private static String phone(Shelf shelf) {
        return "fields." + shelf.record().at("/fields/2/id").textValue();
    }

    private JsonNode answers() {
        return shop.seller().live().get("/v1/payments").json().at("/data/0");
    }

    @Test
    void theNumberIsStoredWithTheDialCodeOfTheSelectedCountry() {
        Shelf shelf = page("'showSelectedDialCode': true, 'defaultCountry': 'FR'");
        Shown page = ada.get(shelf.path());
        assertThat(page.html())
                .contains("<option value=\"FR\" selected>France (+33)</option>")
                .contains("aria-label=\"Country code\"");
        assertThat(ada.get(shelf.path() + "?lang=ar").html()).contains("(\u200e+33\u200e)</option>");
        ada.order(shelf.path(), Map.of(phone(shelf), "0171 123 45 67", phone(shelf) + ".country", "DE"))
                .expect(303);
        assertThat(answers().toString()).contains("\"+491711234567\"").doesNotContain("0171");
    }

    @Test
    void anInvalidNumberIsShownAgainWithItsCountry() {
        Shelf shelf = page("'showSelectedDialCode': true");
        for (String entry : List.of("call me", "12")) {
            Shown again = ada.order(shelf.path(), Map.of(phone(shelf), entry, phone(shelf) + ".country", "DE"))
                    .expect(422);
            assertThat(again.html())
                    .contains("Enter a phone number.", "value=\"" + entry + "\"", "value=\"DE\" selected");
        }
        assertThat(ada.order(shelf.path(), Map.of(phone(shelf) + ".country", "DE"))
                        .expect(422)
                        .html())
                .contains("This is required.")
                .doesNotContain("Enter a phone number.");
    }

    @Test
    void theNumberIsStoredAsEnteredWithoutTheSetting() {
        Shelf shelf = page("'showSelectedDialCode': false");
        assertThat(ada.get(shelf.path()).html()).doesNotContain("class=\"dial\"");
        ada.order(shelf.path(), Map.of(phone(shelf), "0171 123 45 67")).expect(303);
        assertThat(answers().toString()).contains("0171 123 45 67");
    }
}
