package io.tollgate.storefront;

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
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
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

    private JsonNode payment() {
        JsonNode payments =
                shop.seller().live().get("/v1/payments").expect(200).json().get("data");
        assertThat(payments).hasSize(1);
        return payments.get(0);
    }

    @ParameterizedTest
    @EnumSource
    void freeOrder(PageType type) throws Exception {
        Shelf shelf = type.open(shop.seller().live(), shop.seller().name(), 0, 5);
        assertThat(buy(shelf, Map.of()))
                .contains("Thank you for your order", payment().get("orderId").textValue());
        assertThat(payment().get("status").textValue()).isEqualTo("paid");
        assertThat(type.left(shop.seller().live(), shelf)).isEqualTo(4);
    }

    @Test
    void invoiceOrder() throws Exception {
        Shelf shelf = shop.page("""
                {'name': 'Mug', 'locale': 'en-US', 'productData': {'title': 'Mug',
                  'prices': [{'amount': 1900, 'currency': 'eur'}]},
                 'paymentOptions': [{'type': 'manual', 'manualType': 'invoice', 'name': 'By transfer',
                   'instructions': 'Pay within 14 days.'}]}
                """);
        assertThat(buy(shelf, Map.of("paymentOption", "invoice"))).contains("By transfer", "Pay within 14 days.");
        assertThat(payment().get("status").textValue()).isEqualTo("unpaid");
        assertThat(payment().get("amountDue").longValue()).isEqualTo(1_900);
    }
}
