package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PageCalendarsTest {
    @Test
    void htmlBecomesText() {
        assertThat(PageCalendars.plain("<p>Doors &amp; drinks<br>at <b>7</b></p><script>alert(1)</script>"))
                .isEqualTo("Doors & drinks\nat 7");
        assertThat(PageCalendars.plain(null)).isEmpty();
    }
}
