package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.FormFile;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Files that buyers upload with an order: they stay with it until it is bought, and belong to the purchase then. */
class OrderFileTest extends CartScene {
    private static final byte[] PDF = "%PDF-1.7 artwork".getBytes(StandardCharsets.UTF_8);
    private static final String VISA = "4242424242424242";
    private static final Pattern EDIT = Pattern.compile("<a class=\"link\" href=\"([^\"]+)\">Edit order");
    private static final String FIELDS = "'fields': [{'label': 'Artwork', 'element': 'file', 'required': true}]";

    private Shelf print(String settings, String price) {
        return shop.page("{'name': 'Print', 'locale': 'en-US', " + settings
                + "'productData': {'title': 'Print', 'prices': [" + price + "]}, " + FIELDS + "}");
    }

    private Shelf livePrint() {
        return print("", "{'amount': 1900, 'currency': 'eur'}");
    }

    private Shelf testPrint() {
        return print("'testmode': true, ", "{'amount': 1900, 'currency': 'eur'}");
    }

    private static String uploads(Shelf shelf) {
        return "uploads." + shelf.input("file").substring("fields.".length());
    }

    /** Returns the form as a browser sends it apart from its files. */
    private static Map<String, String> filled(Buyer buyer, Shelf shelf, Shown page) {
        Map<String, String> form = new HashMap<>(buyer.formAgain(page));
        form.remove(shelf.input("file"));
        return form;
    }

    private Shown send(Shelf shelf, Map<String, String> form) {
        FormFile file = new FormFile(shelf.input("file"), "artwork é.pdf", "application/octet-stream", PDF);
        return ada.postFiles(shelf.path(), form, List.of(file));
    }

    private Shown order(Shelf shelf, Map<String, String> changes) {
        Map<String, String> form = filled(ada, shelf, ada.get(shelf.path()));
        form.putAll(changes);
        return send(shelf, form);
    }

    /** Sends a form with an error, so that the page names the upload. */
    private Map<String, String> upload(Shelf shelf) {
        Map<String, String> form = filled(ada, shelf, ada.get(shelf.path()));
        String email = form.entrySet().stream()
                .filter(one -> one.getValue().equals(EMAIL))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
        form.put(email, "");
        Map<String, String> again = filled(ada, shelf, send(shelf, form).expect(422));
        again.put(email, EMAIL);
        return again;
    }

    private static JsonNode file(TestApi api, String list) {
        JsonNode all = api.get(list).expect(200).json().get("data");
        assertThat(all).hasSize(1);
        return file(all.get(0));
    }

    private static JsonNode file(JsonNode record) {
        return record.get("fields")
                .valueStream()
                .filter(answer -> answer.get("element").textValue().equals("file"))
                .findFirst()
                .map(answer -> answer.at("/meta/files/0"))
                .orElseThrow();
    }

    private static byte[] fetch(String url) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofByteArray())
                .body();
    }

    private void assertDownloads(TestApi api, JsonNode file) throws IOException, InterruptedException {
        String path = "/v1/files/" + file.get("id").textValue() + "/download";
        assertThat(fetch(api.get(path).expect(200).json().at("/data/url").textValue()))
                .isEqualTo(PDF);
        TestShop.open().seller().live().get(path).expect(404);
    }

    private void buy(Shown order) {
        ada.get(order.expect(303).path()).expect(200);
        assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you for your order");
    }

    @Test
    void sellerDownloadsWhatTheBuyerUploaded() throws Exception {
        Shelf print = livePrint();
        assertThat(ada.get(print.path()).html()).contains("multipart/form-data", "type=\"file\"");
        TestApi live = shop.seller().live();
        Shown order = order(print, Map.of());
        assertThat(live.get("/v1/files").total()).as("before the purchase").isZero();
        buy(order);
        JsonNode file = file(live, "/v1/payments");
        assertThat(file.get("name").textValue()).isEqualTo("artwork é.pdf");
        assertThat(file.get("type").textValue()).isEqualTo("application/pdf");
        assertThat(file.get("size").intValue()).isEqualTo(PDF.length);
        assertDownloads(live, file);
        String path = "/v1/files/" + file.get("id").textValue();
        live.patch("/v1/checkout-pages/" + print.id(), "{\"status\": \"archived\"}")
                .expect(200);
        JsonNode refusal = test.send("DELETE", path, Map.of()).expect(403).json();
        assertThat(refusal.get("code").textValue()).isEqualTo("live_catalog");
        assertThat(refusal.get("message").textValue()).contains("\"Print\"");
        live.send("DELETE", path, Map.of()).expect(200);
        assertThat(file(live, "/v1/payments")).as("the answer").isEqualTo(file);
    }

    @Test
    void testOrderLeavesFilesOfTestMode() {
        Shelf print = testPrint();
        order(print, Map.of()).expect(303);
        String id = file(test, "/v1/payments").get("id").textValue();
        test.send("DELETE", "/v1/files/" + id, Map.of()).expect(200);
    }

    @Test
    void ticketsAndSubscriptionsHaveFiles() throws Exception {
        Shelf event = shop.event("'testmode': true, " + FIELDS + ", ", "", "{'name': 'Seat', 'price': 2500}");
        String type = event.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
        order(event, Map.of("tickets." + type, "1")).expect(303);
        assertDownloads(test, file(test, "/v1/bookings"));
        Shelf club =
                print("", "{'amount': 900, 'currency': 'eur', 'recurring': {'interval': 'month', 'intervalCount': 1}}");
        buy(order(club, Map.of()));
        assertDownloads(shop.seller().live(), file(shop.seller().live(), "/v1/subscriptions"));
    }

    @Test
    void orderThatIsEditedDaysLaterKeepsItsFiles() {
        Shelf print = livePrint();
        Shown first = order(print, Map.of()).expect(303);
        change("created_at = created_at - interval '2 days'");
        Matcher edit = EDIT.matcher(ada.get(first.path()).expect(200).html());
        assertThat(edit.find()).isTrue();
        Shown page = ada.get(edit.group(1).replace("&amp;", "&"));
        assertThat(page.expect(200).html()).contains("artwork é.pdf (1");
        Map<String, String> form = filled(ada, print, page);
        form.replaceAll((name, value) -> value.equals("Ada Lovelace") ? "Ada King" : value);
        Shown second = ada.post(print.path(), form).expect(303);
        assertThat(second.path()).isNotEqualTo(first.path());
        buy(second);
        assertThat(file(shop.seller().live(), "/v1/payments").get("name").textValue())
                .isEqualTo("artwork é.pdf");
        assertThat(shop.seller().live().get("/v1/files").total()).isEqualTo(1);
    }

    @Test
    void sameFormTwiceIsOneOrder() {
        Shelf print = livePrint();
        Map<String, String> form = filled(ada, print, ada.get(print.path()));
        String path = send(print, form).expect(303).path();
        assertThat(send(print, form).expect(303).path()).isEqualTo(path);
    }

    /** Without scripts, the buyer asks for the price with the file selected: browsers would not send it again. */
    @Test
    void buyerWithoutScriptsUploadsOnce() {
        Shelf print = testPrint();
        Map<String, String> form = filled(ada, print, ada.get(print.path()));
        form.put("action", "update");
        Shown priced = send(print, form).expect(200);
        assertThat(priced.html()).contains("artwork é.pdf (1", "€19.00");
        Map<String, String> named = filled(ada, print, priced);
        ada.postFiles(print.path(), named, List.of()).expect(303);
        assertThat(file(test, "/v1/payments").get("name").textValue()).isEqualTo("artwork é.pdf");
    }

    @Test
    void restoredCartHasItsFiles() {
        remind();
        Shelf print = testPrint();
        save(ada, print.path(), upload(print)).expect(204);
        assertThat(payment().get("fields").findValuesAsText("element")).doesNotContain("file");
        advance("PT1H");
        Buyer phone = new Buyer(shop.gateway().url(), EMAIL);
        String path = phone.get(link("cart")).expect(303).path();
        Shown page = phone.get(path);
        assertThat(page.expect(200).html()).contains("artwork é.pdf (1");
        phone.post(path, filled(phone, print, page)).expect(303);
        assertThat(file(test, "/v1/payments?abandonmentStatus=recovered")
                        .get("name")
                        .textValue())
                .isEqualTo("artwork é.pdf");
    }

    @Test
    void uploadIsPartOfOnePurchase() {
        Shelf print = testPrint();
        Map<String, String> form = upload(print);
        ada.post(print.path(), form).expect(303);
        form.replaceAll((name, value) -> value.equals("Ada Lovelace") ? "Ada King" : value);
        assertThat(ada.post(print.path(), form).expect(422).html()).contains("Artwork – This is required.");
        Map<String, String> race = upload(print);
        List<Shown> orders = Parallel.times(6, call -> {
            Map<String, String> own = new HashMap<>(race);
            own.replaceAll((name, value) -> value.equals("Ada Lovelace") ? "Ada " + call : value);
            return ada.post(print.path(), own);
        });
        assertThat(orders.stream().map(Shown::status).filter(status -> status == 303))
                .hasSize(1);
    }

    @Test
    void uploadOfAnotherPageOrModeIsNotAccepted() {
        Shelf print = livePrint();
        Map<String, String> form = upload(print);
        Shelf other = livePrint();
        Map<String, String> moved = filled(ada, other, ada.get(other.path()));
        moved.put("form", form.get("form"));
        moved.put(uploads(other), form.get(uploads(print)));
        assertThat(ada.post(other.path(), moved).expect(422).html()).contains("Artwork – This is required.");
        String page = "/v1/checkout-pages/" + print.id();
        shop.seller().live().patch(page, "{\"testmode\": true}").expect(200);
        assertThat(ada.post(print.path(), form).expect(422).html()).contains("Artwork – This is required.");
    }

    private long used() {
        return FileSamples.used(shop.seller().live());
    }

    private void expire(Duration later) {
        FileSamples.expire(shop.seller(), later);
    }

    @Test
    void unpaidOrderKeepsItsUploadsForAMonth() {
        order(livePrint(), Map.of()).expect(303);
        upload(livePrint());
        assertThat(used()).isEqualTo(2 * PDF.length);
        expire(Duration.ofHours(26));
        assertThat(used()).isEqualTo(PDF.length);
        expire(Duration.ofDays(30));
        assertThat(used()).isEqualTo(PDF.length);
        expire(Duration.ofDays(32));
        assertThat(used()).isZero();
    }

    private void change(String pending) {
        TestSeller.rows(
                "UPDATE pending_file SET " + pending + " WHERE seller_id = $1",
                shop.seller().id());
    }

    /** The answer still names a file that a very late payment did not find. */
    private void buyWithoutUpload(Runnable loss) {
        Shown order = order(livePrint(), Map.of()).expect(303);
        ada.get(order.path()).expect(200);
        loss.run();
        buy(order);
        TestApi live = shop.seller().live();
        assertThat(file(live, "/v1/payments").get("name").textValue()).isEqualTo("artwork é.pdf");
        assertThat(live.get("/v1/files").total()).isZero();
    }

    @Test
    void paymentIsRecordedWithoutAnUploadThatIsGone() {
        buyWithoutUpload(() -> expire(Duration.ofDays(32)));
    }

    /** The sweep may have deleted its bytes before its reservation expires. */
    @Test
    void paymentIsRecordedWithoutAnUploadThatIsHeldNoLonger() {
        buyWithoutUpload(() -> change("created_at = created_at - interval '32 days', held_until = now()"));
    }
}
