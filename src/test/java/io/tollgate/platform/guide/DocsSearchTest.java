package io.tollgate.platform.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Search covers everything that is documented, tolerates typing errors, and sorts by relevance. */
class DocsSearchTest {
    private final TestApi anyone = TestGateway.shared().api(null);

    private JsonNode found(String query) {
        return anyone.get("/docs/search.json?q=" + URLEncoder.encode(query, StandardCharsets.UTF_8))
                .expect(200)
                .json();
    }

    private List<String> urls(String query) {
        return found(query).valueStream().map(hit -> hit.get("url").textValue()).toList();
    }

    /** The first result of each kind of page, and queries with typing errors. */
    @ParameterizedTest
    @CsvSource({
        "avoid lost updates, /docs/guides/writes#avoid-lost-updates",
        "idempotency, /docs/guides/idempotency",
        "list payments, /docs/reference/payments#listPayments",
        "create a coupon, /docs/reference/coupons#createCoupon",
        "mail.smtpHost, /docs/settings#mail.smtpHost",
        "slug_taken, /docs/reference/errors#slug_taken",
        "FunnelRun, /docs/reference/funnel-runs/objects#FunnelRun",
        "refnd a payment, /docs/reference/payments#refundPayment",
        "test clokc, /docs/reference/test-clock",
        "slug_takne, /docs/reference/errors#slug_taken",
    })
    void the_best_match_comes_first(String query, String url) {
        assertThat(urls(query)).startsWith(url);
    }

    @ParameterizedTest
    @CsvSource({
        "refnd, refund",
        "subscritpion, subscription",
        "backup, backup",
        "smtp, smtp",
        "webhok, webhook",
        "delivery, delivery"
    })
    void results_contain_the_word_in_spite_of_typing_errors(String query, String word) {
        JsonNode found = found(query);
        assertThat(found).isNotEmpty().hasSizeLessThanOrEqualTo(12);
        assertThat(found.get(0).toString().toLowerCase(Locale.ROOT)).contains(word);
    }

    @Test
    void each_kind_of_page_is_found() {
        assertThat(urls("backup")).anyMatch(url -> url.startsWith("/docs/operations#"));
        assertThat(urls("DKIM")).anyMatch(url -> url.startsWith("/docs/mail#"));
        assertThat(urls("signing secret")).anyMatch(url -> url.startsWith("/docs/processor#"));
        assertThat(urls("queueMax")).anyMatch(url -> url.startsWith("/docs/settings#database.queueMax"));
        assertThat(urls("404")).contains("/docs/reference/errors#status-404");
    }

    @Test
    void every_result_leads_to_an_anchor() {
        for (String query : List.of("payment", "database", "event", "refund", "key")) {
            assertThat(urls(query)).isNotEmpty().doesNotHaveDuplicates().allSatisfy(url -> {
                String[] parts = url.split("#");
                String page = anyone.get(parts[0]).expect(200).body();
                assertThat(parts.length == 1 || page.contains("id=\"" + parts[1] + "\""))
                        .as(url)
                        .isTrue();
            });
        }
    }

    @Test
    void the_page_of_results_works_without_scripts_and_escapes_the_query() {
        Reply page = anyone.get("/docs/search?q=refnd").expect(200);
        assertThat(page.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(page.body()).contains("<ol class=\"hits\">", "<a href=\"/docs/");
        assertThat(anyone.get("/docs/search?q=%3Cqqqqzz%3E").expect(200).body())
                .contains("No results for “&lt;qqqqzz&gt;”");
        assertThat(anyone.get("/docs/search").expect(200).body()).contains("No results");
        assertThat(page.body()).contains("action=\"/docs/search\"", "name=\"q\"");
    }

    /** Text beyond the limit is not searched. */
    @Test
    void a_query_is_bounded() {
        assertThat(urls(" ".repeat(SearchIndex.QUERY_MAX) + "refund")).isEmpty();
        assertThat(urls(" ".repeat(SearchIndex.QUERY_MAX - 6) + "refund")).isNotEmpty();
        assertThat(anyone.get("/docs/search?q=" + "a%20".repeat(2_000)).status())
                .isIn(200, 414);
    }

    @Test
    void typing_errors_are_counted() {
        assertThat(SearchIndex.distance("refnd", "refund", 1)).isEqualTo(1);
        assertThat(SearchIndex.distance("clokc", "clock", 1)).isEqualTo(1);
        assertThat(SearchIndex.distance("kitten", "sitting", 3)).isEqualTo(3);
        assertThat(SearchIndex.distance("event", "ticket", 2)).isGreaterThan(2);
        assertThat(IntStream.range(0, 3).map(at -> SearchIndex.distance("abcdef", "abc", at)))
                .allMatch(distance -> distance > 0);
    }
}
