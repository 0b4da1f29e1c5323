package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.catalog.model.BuyerField.Element;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Optional fields that a buyer leaves untouched, for every element. */
class OptionalFieldsTest {
    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private static String fields(Element element, String more) {
        boolean choice =
                element == Element.SELECT || element == Element.MULTI_SELECT || element == Element.MULTIPLE_CHOICE;
        return "'fields': [{'label': 'Entry', 'reference': 'entry', 'element': '" + element.wire() + "'" + more
                + (choice ? ", 'options': [{'label': 'One'}, {'label': 'Two'}]" : "") + "}]}";
    }

    private static String fieldId(Shelf shelf, String type) {
        for (JsonNode field : shelf.record().get("fields")) {
            if (type.equals(field.path("type").textValue())) {
                return field.get("id").textValue();
            }
        }
        throw new AssertionError("the page has no field of type " + type);
    }

    private static String input(Shelf shelf) {
        JsonNode fields = shelf.record().get("fields");
        return "fields." + fields.get(fields.size() - 1).get("id").textValue();
    }

    /** Returns the form with the country selected, as browsers send it. */
    private Map<String, String> untouched(Shelf shelf, Element element) {
        Shown page = ada.get(shelf.path());
        Map<String, String> form = ada.form(page);
        if (element == Element.ADDRESS) {
            assertThat(page.html()).contains("name=\"" + input(shelf) + ".billing.country\"");
            form.put(input(shelf) + ".billing.country", "US");
            form.put(input(shelf) + ".shipping.country", "US");
        }
        return form;
    }

    private static void assertUnanswered(JsonNode records) {
        assertThat(records).hasSize(1);
        assertThat(records.get(0).get("fields").findValuesAsText("label")).doesNotContain("Entry");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FILE")
    void ordersNeedNone(Element element) {
        Shelf shelf = shop.page("{'name': 'Mug', 'locale': 'en-US', 'productData': {'title': 'Mug', 'price':"
                + " {'amount': 0, 'currency': 'eur'}}, " + fields(element, ""));
        ada.post(shelf.path(), untouched(shelf, element)).expect(303);
        assertUnanswered(shop.seller().live().get("/v1/payments").json().get("data"));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "QUANTITY")
    void formsNeedNone(Element element) {
        Shelf shelf = shop.form("{'name': 'Survey', 'title': 'Survey', 'locale': 'en-US', " + fields(element, ""));
        Map<String, String> form = untouched(shelf, element);
        Shown sent =
                element == Element.FILE ? ada.postFiles(shelf.path(), form, List.of()) : ada.post(shelf.path(), form);
        assertThat(sent.status()).as(sent.html()).isIn(200, 303);
        assertUnanswered(shop.seller().live().get("/v1/submissions").json().get("data"));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"FILE", "QUANTITY"})
    void bookingsNeedNone(Element element) {
        String settings = fields(element, "");
        Shelf shelf = shop.event(
                settings.substring(0, settings.length() - 1) + ", ", "", "{'name': 'Seat', 'pricing': 'free'}");
        String type = shelf.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
        shop.seller()
                .live()
                .post(
                        "/v1/bookings",
                        ("{'eventId': '" + shelf.id() + "', 'tickets': {'" + type
                                        + "': 1}, 'fields': [{'fieldId': '" + fieldId(shelf, "email")
                                        + "', 'value': 'ada@example.com'},"
                                        + " {'fieldId': '" + fieldId(shelf, "name") + "', 'value': 'Ada'},"
                                        + " {'reference': 'entry', 'value': ''}]}")
                                .replace('\'', '"'))
                .expect(201);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"FILE", "QUANTITY"})
    void requiredFieldsNeedAnAnswer(Element element) {
        Shelf shelf = shop.page("{'name': 'Mug', 'locale': 'en-US', 'productData': {'title': 'Mug', 'price':"
                + " {'amount': 0, 'currency': 'eur'}}, " + fields(element, ", 'required': true"));
        assertThat(ada.post(shelf.path(), untouched(shelf, element)).expect(422).html())
                .containsPattern("This is required|Please check this box");
    }
}
