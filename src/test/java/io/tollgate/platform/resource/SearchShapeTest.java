package io.tollgate.platform.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.resource.Search.Shape;
import io.tollgate.sales.invoice.Invoices;
import io.tollgate.sales.ticket.Tickets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which texts are searched as names, and which as codes. */
class SearchShapeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"Anne-Marie Duclos-Petit", "Duclos-Petit", "Khan 3rd", "Zoe\u0308-Li", "Jean-Luc-Ren\u00e9"})
    void namesAreSearchedInNames(String name) {
        assertThat(Shape.NAME_LIKE.fits(name)).isTrue();
        assertThat(Shape.CODE_LIKE.fits(name)).isFalse();
        assertThat(Invoices.RESOURCE.search().ruleFor(name).fields()).contains("customerName");
        assertThat(Tickets.RESOURCE.search().ruleFor(name).fields()).contains("attendeeName");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-000010", "INV-7", "A1B2C3D4", "a_b", "-", "x-", "-x"})
    void codesAreSearchedInCodes(String code) {
        assertThat(Shape.NAME_LIKE.fits(code)).isFalse();
        assertThat(Invoices.RESOURCE.search().ruleFor(code).fields()).containsExactly("invoiceNumber");
        assertThat(Tickets.RESOURCE.search().ruleFor(code).fields()).contains("ticketShortId", "orderId");
    }
}
