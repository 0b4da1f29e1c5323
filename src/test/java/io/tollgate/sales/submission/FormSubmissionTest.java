package io.tollgate.sales.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Submissions of hosted forms, from the form to the records that sellers read. */
class FormSubmissionTest {
    private static final String RICH = """
            {'name': 'Application', 'title': 'Apply', 'locale': 'en-US', 'fields': [
              {'label': 'Topic', 'element': 'select', 'key': 'topic', 'required': true,
               'options': [{'label': 'Work'}, {'label': 'Other', 'key': 'other'}]},
              {'label': 'Which?', 'required': true, 'showHideLogic': {'enabled': true, 'comparison': 'is',
               'value': 'other', 'element': {'elementId': 'topic'}}},
              {'label': 'Days', 'element': 'multi-select', 'options': [{'label': 'Mon'}, {'label': 'Tue'}]},
              {'label': 'Age', 'element': 'number', 'minValue': {'enabled': true, 'value': '18'}},
              {'label': 'Home', 'element': 'address', 'required': true,
               'limitBillingCountries': {'enabled': true, 'countries': ['DE', 'AT']}},
              {'label': 'Terms', 'element': 'checkbox', 'required': true}]}
            """;

    private final TestShop shop = TestShop.open();
    private final Buyer ada = buyer("ada@example.com");

    private Buyer buyer(String email) {
        return new Buyer(shop.gateway().url(), email);
    }

    private JsonNode submissions(TestApi api) {
        return api.get("/v1/submissions").expect(200).json().get("data");
    }

    private JsonNode form(Shelf shelf) {
        return shop.seller()
                .live()
                .get("/v1/forms/" + shelf.id())
                .expect(200)
                .json()
                .get("data");
    }

    /** Returns the name of the input of a field by its label. */
    private static String input(Shelf shelf, String label) {
        for (JsonNode field : shelf.record().get("fields")) {
            if (field.get("label").textValue().equals(label)) {
                return "fields." + field.get("id").textValue();
            }
        }
        throw new AssertionError(label);
    }

    private static Map<String, String> valid(Shelf shelf, Map<String, String> form) {
        Map<String, String> filled = new HashMap<>(form);
        String home = input(shelf, "Home");
        filled.put(input(shelf, "Topic"), "Work");
        filled.put(input(shelf, "Days"), "Tue");
        filled.put(input(shelf, "Age"), "36");
        filled.put(input(shelf, "Terms"), "TRUE");
        filled.put(home + ".billing.line1", "Street 1");
        filled.put(home + ".billing.city", "Berlin");
        filled.put(home + ".billing.postalCode", "10115");
        filled.put(home + ".billing.country", "DE");
        return filled;
    }

    @Test
    void submissionWritesRecordAndCustomer() {
        Shelf shelf = shop.form(RICH);
        Map<String, String> form = valid(shelf, ada.form(ada.get(shelf.path())));
        Shown sent = ada.post(shelf.path() + "?utm_source=mail", form).expect(303);
        assertThat(sent.path()).contains("/submission/");
        assertThat(ada.get(sent.path()).expect(200).html()).contains("Thank you");
        JsonNode records = submissions(shop.seller().live());
        assertThat(records).hasSize(1);
        JsonNode record = records.get(0);
        assertThat(record.get("status").textValue()).isEqualTo("succeeded");
        assertThat(record.get("formTitle").textValue()).isEqualTo("Apply");
        assertThat(record.get("customerEmail").textValue()).isEqualTo("ada@example.com");
        assertThat(record.at("/queryParameters/utm_source").textValue()).isEqualTo("mail");
        assertThat(record.at("/billing/address/country").textValue()).isEqualTo("DE");
        assertThat(record.toString()).contains("\"Tue\"");
        assertThat(shop.seller()
                        .live()
                        .get("/v1/customers/" + record.get("customerId").textValue())
                        .expect(200)
                        .json()
                        .at("/data/email")
                        .textValue())
                .isEqualTo("ada@example.com");
        assertThat(form(shelf).get("submissionCount").longValue()).isEqualTo(1);
    }

    @Test
    void errorsAreNamedAtTheirFieldsAndNothingIsLost() {
        Shelf shelf = shop.form(RICH);
        Map<String, String> form = valid(shelf, ada.form(ada.get(shelf.path())));
        form.put(input(shelf, "Topic"), "Other");
        form.put(input(shelf, "Age"), "7");
        form.put(input(shelf, "Home") + ".billing.country", "FR");
        form.remove(input(shelf, "Terms"));
        String html = ada.post(shelf.path(), form).expect(422).html();
        assertThat(html)
                .contains(
                        "Which? – This is required.",
                        "Age – Enter a number of at least 18.",
                        "Home, Country – Select a country from the list.",
                        "Terms – Please check this box.")
                .contains("value=\"Street 1\"", "value=\"7\"", "value=\"ada@example.com\"")
                .doesNotContain("Topic – ");
        assertThat(ada.post(shelf.path() + "?lang=de", form).html())
                .contains("lang=\"de\"", "Diese Angabe ist erforderlich");
        assertThat(submissions(shop.seller().live())).isEmpty();
    }

    @Test
    void formThatIsSentTwiceBecomesOneSubmission() {
        Shelf shelf = shop.form("{'name': 'News'}");
        Map<String, String> form = ada.form(ada.get(shelf.path()));
        List<Shown> sent = Parallel.times(8, i -> ada.post(shelf.path(), form));
        assertThat(sent).allMatch(one -> one.status() == 303);
        assertThat(sent.stream().map(Shown::path).distinct()).hasSize(1);
        assertThat(ada.post(shelf.path(), form).expect(303).path())
                .isEqualTo(sent.get(0).path());
        assertThat(submissions(shop.seller().live())).hasSize(1);
        ada.order(shelf.path()).expect(303);
        assertThat(submissions(shop.seller().live())).hasSize(2);
    }

    /** A visitor goes back, changes an answer and sends the form again. */
    @Test
    void formWithOtherAnswersIsAnotherSubmission() {
        Shelf shelf = shop.form("{'name': 'News', 'fields': [{'label': 'Topic'}]}");
        Map<String, String> form = ada.form(ada.get(shelf.path()));
        form.put(input(shelf, "Topic"), "Work");
        String first = ada.post(shelf.path(), form).expect(303).path();
        form.put(input(shelf, "Topic"), "Play");
        List<Shown> sent = Parallel.times(4, i -> ada.post(shelf.path(), form));
        assertThat(sent).allMatch(one -> one.status() == 303);
        assertThat(sent.stream().map(Shown::path).distinct()).singleElement().isNotEqualTo(first);
        assertThat(submissions(shop.seller().live()).toString()).contains("Work", "Play");
        assertThat(submissions(shop.seller().live())).hasSize(2);
    }

    @Test
    void limitedFormTakesOneSubmissionPerCustomer() {
        Shelf shelf = shop.form("{'name': 'Waiting list', 'formDetails': {'limitSubmissions': {'enabled': true}}}");
        List<Buyer> tabs = IntStream.range(0, 8)
                .mapToObj(i -> buyer(i % 2 == 0 ? "Ada@Example.com" : "ada@example.com"))
                .toList();
        List<Map<String, String>> forms =
                tabs.stream().map(tab -> tab.form(tab.get(shelf.path()))).toList();
        List<Shown> sent = Parallel.times(8, i -> tabs.get(i).post(shelf.path(), forms.get(i)));
        assertThat(sent).filteredOn(one -> one.status() == 303).hasSize(1);
        assertThat(sent)
                .filteredOn(one -> one.status() == 409)
                .hasSize(7)
                .allMatch(one -> one.html().contains("You have already submitted this form"));
        buyer("bob@example.com").order(shelf.path()).expect(303);
        assertThat(submissions(shop.seller().live())).hasSize(2);
    }

    @Test
    void limitCountsEarlierSubmissions() {
        Shelf shelf = shop.form("{'name': 'Waiting list'}");
        ada.order(shelf.path()).expect(303);
        shop.seller()
                .live()
                .patch("/v1/forms/" + shelf.id(), "{\"formDetails\": {\"limitSubmissions\": {\"enabled\": true}}}")
                .expect(200);
        ada.order(shelf.path()).expect(409);
        assertThat(submissions(shop.seller().live())).hasSize(1);
    }

    @Test
    void testModeWritesTestSubmissions() {
        Shelf shelf = shop.form("{'name': 'News', 'testmode': true}");
        assertThat(ada.get(shelf.path()).html()).contains("Test mode");
        Shown sent = ada.order(shelf.path()).expect(303);
        assertThat(ada.get(sent.path()).html()).contains("Test mode");
        assertThat(submissions(shop.seller().live())).isEmpty();
        assertThat(submissions(shop.seller().test()).get(0).get("livemode").booleanValue())
                .isFalse();
        assertThat(form(shelf).get("submissionCount").longValue()).isZero();
    }

    @Test
    void confirmationIsTheSellersAndRedirectsIfSet() {
        Shelf custom = shop.form("{'name': 'News', 'customizeCheckoutConfirmation': true,"
                + " 'confirmationCheckoutTitle': 'Welcome!',"
                + " 'confirmationCheckoutMessage': '<p>See <b>you</b>.</p><script>x()</script>'}");
        assertThat(ada.get(ada.order(custom.path()).expect(303).path()).html())
                .contains("Welcome!", "<b>you</b>")
                .doesNotContain("x()");
        Shelf away = shop.form("{'name': 'Away', 'afterPaymentAction': 'redirect',"
                + " 'redirectUrl': 'https://shop.example/welcome'}");
        assertThat(ada.order(away.path()).expect(303).path()).isEqualTo("https://shop.example/welcome");
        Shelf moved = shop.form("{'name': 'Moved', 'redirect': {'enabled': true, 'url': 'https://shop.example/new'}}");
        assertThat(ada.get(moved.path()).expect(302).path()).isEqualTo("https://shop.example/new");
    }

    @Test
    void archivedFormsSaySoAndDraftsHaveNoPage() {
        Shelf shelf = shop.form("{'name': 'News'}");
        Map<String, String> form = ada.form(ada.get(shelf.path()));
        shop.seller().live().send("DELETE", "/v1/forms/" + shelf.id(), Map.of()).expect(200);
        assertThat(ada.get(shelf.path()).expect(200).html())
                .contains("This form is closed")
                .doesNotContain("<form");
        assertThat(ada.post(shelf.path(), form).expect(409).html()).contains("This form is closed");
        assertThat(submissions(shop.seller().live())).isEmpty();
        ada.get(shop.form("{'name': 'Draft', 'status': 'draft'}").path()).expect(404);
    }

    @Test
    void foreignFormsAreRejected() {
        Shelf shelf = shop.form("{'name': 'News'}");
        Map<String, String> form = ada.form(ada.get(shelf.path()));
        assertThat(ada.post(shelf.path(), form, "Origin", "https://evil.example")
                        .status())
                .isEqualTo(403);
        assertThat(buyer("eve@example.com").post(shelf.path(), form).status()).isEqualTo(403);
        Shelf other = shop.form("{'name': 'Other'}");
        Map<String, String> mixed = new HashMap<>(ada.form(ada.get(other.path())));
        mixed.put("form", form.get("form"));
        assertThat(ada.post(other.path(), mixed).expect(403).html()).contains("Nothing was sent", "Ada Lovelace");
        assertThat(submissions(shop.seller().live())).isEmpty();
        String confirmation = ada.post(shelf.path(), form).expect(303).path();
        char last = confirmation.charAt(confirmation.length() - 1);
        ada.get(confirmation.substring(0, confirmation.length() - 1) + (last == 'A' ? 'B' : 'A'))
                .expect(404);
        Shelf strange = TestShop.open().form("{'name': 'News'}");
        ada.get(strange.path().replaceFirst("/[^/]+$", "")
                        + confirmation.substring(confirmation.indexOf("/submission/")))
                .expect(404);
    }

    @Test
    void textsOfTheFormAreEscaped() {
        Shelf shelf = shop.form(
                "{'name': 'News', 'title': '<img src=x onerror=1>', 'description': '<p>Hi</p><script>1</script>',"
                        + " 'fields': [{'label': '</label><script>2</script>'}]}");
        assertThat(ada.get(shelf.path()).html())
                .contains("<p>Hi</p>", "&lt;img src=x")
                .doesNotContain("<script>1", "<script>2", "<img src=x");
    }
}
