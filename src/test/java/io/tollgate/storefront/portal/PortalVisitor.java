package io.tollgate.storefront.portal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.TestShop;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A visitor of a portal, who reads the messages to an address. */
record PortalVisitor(TestShop shop, Buyer browser, String email, String portal) {
    private static final Pattern LINK = Pattern.compile("http[^\"\\s]*/portal(?:/test)?/login/[^\"\\s<]+");

    /** A visitor of the live portal with a browser of its own. */
    static PortalVisitor of(TestShop shop, String email) {
        return of(shop, email, "/s/" + shop.seller().name() + "/portal");
    }

    static PortalVisitor of(TestShop shop, String email, String portal) {
        return new PortalVisitor(shop, new Buyer(shop.gateway().url(), email), email, portal);
    }

    /** Requests a link, and returns the path of the link in the message. */
    String link() {
        requestLink().expect(303);
        return newest();
    }

    Shown requestLink() {
        return browser.post(portal, browser.form(browser.get(portal)));
    }

    /** Returns the path of the link in the newest message. */
    String newest() {
        OutboxReader outbox = new OutboxReader(shop);
        // Waits until the recipients of all messages are known.
        assertThat(outbox.purposes(email)).contains(MailPurpose.PORTAL_LINK);
        String message = outbox.message(email, MailPurpose.PORTAL_LINK).html();
        Matcher link = LINK.matcher(message);
        assertThat(link.find()).as(message).isTrue();
        URI found = URI.create(link.group());
        return found.getRawPath();
    }

    /** Opens a link and presses its button. */
    Shown use(String link) {
        Shown page = browser.get(link);
        return page.status() == 200 ? browser.post(link, browser.form(page)) : page;
    }

    /** Logs in and returns the list of purchases. */
    Shown login() {
        assertThat(use(link()).expect(303).path()).isEqualTo(portal);
        return home();
    }

    Shown home() {
        return browser.get(portal).expect(200);
    }
}
