package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.PageType;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Purchases by curl alone: pages need neither scripts nor a browser if no card is charged. */
class PlainHttpPurchaseTest {
    private static final Pattern CSRF = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");
    private static final Pattern FIELD = Pattern.compile("name=\"(fields\\.[0-9a-f]{24})\"");

    @TempDir
    private Path folder;

    private final TestShop shop = TestShop.open();

    /** Runs curl with a cookie file and returns its output. */
    private String curl(String... arguments) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/curl")), "curl is not installed");
        String cookies = folder.resolve("cookies").toString();
        List<String> words = new ArrayList<>(List.of("curl", "-sS", "-b", cookies, "-c", cookies));
        words.addAll(List.of(arguments));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    /** Opens a page, sends its form, follows the redirect, and returns the last page. */
    private String buy(Shelf shelf, Map<String, String> choices) throws IOException, InterruptedException {
        String page = curl(shop.url(shelf));
        List<String> fields =
                FIELD.matcher(page).results().map(found -> found.group(1)).toList();
        List<String> words = new ArrayList<>(List.of("-L"));
        for (MatchResult csrf : CSRF.matcher(page).results().toList()) {
            words.addAll(List.of("--data-urlencode", "csrf=" + csrf.group(1)));
        }
        words.addAll(List.of("--data-urlencode", fields.get(0) + "=Ada Lovelace"));
        words.addAll(List.of("--data-urlencode", fields.get(1) + "=ada@example.com"));
        choices.forEach((name, value) -> words.addAll(List.of("--data-urlencode", name + "=" + value)));
        words.add(shop.url(shelf));
        return curl(words.toArray(String[]::new));
    }

    private JsonNode order(PageType type) {
        JsonNode orders =
                shop.seller().live().get(type.orders()).expect(200).json().get("data");
        assertThat(orders).hasSize(1);
        return orders.get(0);
    }

    @ParameterizedTest
    @EnumSource
    void freeOrder(PageType type) throws Exception {
        Shelf shelf = type.open(shop.seller().live(), shop.seller().name(), 0, 5);
        assertThat(buy(shelf, type.choices(shelf)))
                .contains("Thank you for your order", order(type).get("orderId").textValue());
        assertThat(order(type).get("status").textValue()).isEqualTo("paid");
        assertThat(type.left(shop.seller().live(), shelf)).isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource
    void invoiceOrder(PageType type) throws Exception {
        Shelf shelf = type.open(shop.seller().live(), shop.seller().name(), 1_900, 5);
        String path = type == PageType.EVENT ? "/v1/events/" : "/v1/checkout-pages/";
        shop.seller()
                .live()
                .patch(
                        path + shelf.id(),
                        "{\"paymentOptions\": [{\"type\": \"manual\", \"manualType\": \"invoice\", \"name\":"
                                + " \"By transfer\", \"instructions\": \"Pay within 14 days.\"}]}")
                .expect(200);
        Map<String, String> choices = new HashMap<>(type.choices(shelf));
        choices.put("paymentOption", "invoice");
        assertThat(buy(shelf, choices)).contains("By transfer", "Pay within 14 days.");
        assertThat(order(type).get("status").textValue()).isEqualTo("unpaid");
        assertThat(order(type).get("amountDue").longValue()).isEqualTo(1_900);
        assertThat(type.left(shop.seller().live(), shelf)).isEqualTo(4);
    }
}
