package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestShop.Shelf;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A seller whose page leads to the seller's own site for its offer, and a buyer. */
abstract class RedirectedOfferScene extends FunnelScene {
    static final String SITE = "https://shop.example";
    static final String STEP = SITE + "/more/";
    static final Pattern LEAVE = Pattern.compile("data-leave=\"true\" href=\"([^\"]+)#tollgate-offer=([^\"]+)\"");

    final String host = shop.gateway().url();

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    static String embed(String site) {
        return "?embed=" + encode(site);
    }

    Shelf mug(String settings) {
        return shop.page("{'name': 'Mug', 'locale': 'en-US', " + settings
                + " 'funnelSteps': [{'type': 'upsell', 'config': {'action': 'redirect', 'redirect': {'url': '" + STEP
                + "?a=b'}}}], 'productData': {'title': 'Mug', 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
    }

    /** Orders in the frame of a site and returns the path of the order, without its query. */
    String order(Shelf shelf, String site) {
        String path = shelf.path() + embed(site);
        Shown ordered = ada.post(path, ada.form(ada.get(path)), "Origin", host).expect(303);
        return ordered.path().substring(0, ordered.path().indexOf('?'));
    }

    /** Buys in the frame of the site and returns the page that follows. */
    Shown bought(Shelf shelf) {
        String order = order(shelf, SITE);
        assertThat(ada.pay(order + embed(SITE), VISA)).isEqualTo("succeeded");
        return ada.get(ada.get(order + "/return" + embed(SITE)).expect(303).path());
    }

    /** Returns the token with which a page leads to the seller's site. */
    static String token(Shown page) {
        Matcher leave = LEAVE.matcher(page.expect(200).html());
        assertThat(leave.find()).as(page.html()).isTrue();
        assertThat(leave.group(1)).isEqualTo(STEP + "?a=b");
        return leave.group(2);
    }

    String take(Shelf shelf) {
        return token(bought(shelf));
    }

    static String offerPath(Shelf offered, String token, String page, String site) {
        return offered.path() + "/offer" + embed(site) + "&offer=" + token + "&offerSite=" + encode(page);
    }

    static String offerPath(Shelf offered, String token) {
        return offerPath(offered, token, STEP, SITE);
    }

    Shown decide(String path, Map<String, String> form, String action) {
        form.put("action", action);
        return ada.post(path, form, "Origin", host);
    }
}
