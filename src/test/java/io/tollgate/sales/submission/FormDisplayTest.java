package io.tollgate.sales.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How a form is shown, as a preview, embedded and with texts of its address, and where it leads to. */
class FormDisplayTest {
    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private long submissions() {
        return shop.seller().live().get("/v1/submissions").total();
    }

    @Test
    void draftIsShownByItsPreviewLinkOnly() {
        Shelf draft = shop.form("{'name': 'News', 'status': 'draft'}");
        ada.get(draft.path()).expect(404);
        String preview = draft.record().get("previewUrl").textValue();
        String path = draft.path() + preview.substring(preview.indexOf('?'));
        assertThat(ada.get(path).expect(200).html()).contains("Preview:", "News", "<form");
        assertThat(ada.order(path).expect(409).html()).contains("This is a preview.");
        ada.get(path.replace("preview=", "preview=9")).expect(404);
        assertThat(submissions()).isZero();
    }

    @Test
    void embeddedFormNeedsNoCookie() {
        Shelf shelf = shop.form("{'name': 'News'}");
        String path = shelf.path() + "?embed=https%3A%2F%2Fshop.example";
        Map<String, String> form = ada.form(ada.get(path));
        Buyer without = new Buyer(shop.gateway().url(), "ada@example.com");
        without.post(path, form, "Origin", "https://shop.example").expect(403);
        Shown sent = without.post(path, form, "Origin", shop.gateway().url()).expect(303);
        assertThat(sent.path()).endsWith("?embed=https%3A%2F%2Fshop.example");
        assertThat(without.get(sent.path()).expect(200).html()).contains("data-parent=\"https://shop.example\"");
        Buyer again = new Buyer(shop.gateway().url(), "ada@example.com");
        assertThat(again.post(path, form, "Origin", shop.gateway().url())
                        .expect(303)
                        .path())
                .isEqualTo(sent.path());
        assertThat(submissions()).isEqualTo(1);
    }

    @Test
    void redirectCarriesValuesOfTheSubmission() {
        Shelf shelf = shop.form("{'name': 'News', 'afterPaymentAction': 'redirect',"
                + " 'redirectUrl': 'https://shop.example/welcome',"
                + " 'redirectUrlPath': [{'key': 'submissionId', 'identifier': 'submissionId'}],"
                + " 'redirectUrlQuery': [{'parameter': 'mail', 'key': 'customer', 'identifier': 'email'},"
                + " {'parameter': 'from', 'key': 'query', 'identifier': 'source'},"
                + " {'parameter': 'order', 'key': 'order', 'identifier': 'orderId'}]}");
        String sent = ada.order(shelf.path() + "?source=a%26b").expect(303).path();
        String id = shop.seller()
                .live()
                .get("/v1/submissions")
                .json()
                .at("/data/0/id")
                .textValue();
        assertThat(sent).isEqualTo("https://shop.example/welcome/" + id + "?mail=ada%40example.com&from=a%26b");
    }

    @Test
    void funnelStepAndOtherPageFollow() {
        Shelf step = shop.form("{'name': 'News', 'afterPaymentAction': 'redirect',"
                + " 'redirectUrl': 'https://shop.example/welcome', 'funnelSteps': [{'type': 'confirmation', 'order': 1,"
                + " 'enabled': true, 'config': {'customizeCheckoutConfirmation': true,"
                + " 'confirmationCheckoutTitle': 'You are in'}}]}");
        assertThat(ada.get(ada.order(step.path()).expect(303).path()).html()).contains("You are in");
        Shelf mug = shop.product(1_900);
        Shelf next =
                shop.form("{'name': 'Next', 'afterPaymentAction': 'checkout', 'redirectPageId': '" + mug.id() + "'}");
        assertThat(ada.order(next.path() + "?lang=de").expect(303).path()).isEqualTo(mug.path() + "?lang=de");
    }

    @Test
    void addressSetsTextsThatTheFormAllows() {
        Shelf shelf = shop.form(
                "{'name': 'News', 'title': 'News', 'allowDynamicTitle': true, 'allowDynamicDescription': true}");
        String query = "?title=Hello%20Ada&description=%3Cb%3Efor%20you%3C%2Fb%3E";
        assertThat(ada.get(shelf.path() + query).html()).contains("Hello Ada", "&lt;b&gt;for you&lt;/b&gt;");
        Shelf strict = shop.form("{'name': 'Other'}");
        assertThat(ada.get(strict.path() + query).html()).doesNotContain(">Hello Ada", "for you&lt;");
    }
}
