package io.tollgate.catalog.model.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.catalog.model.BuyerField;
import io.tollgate.catalog.model.Discount;
import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.PageStatus;
import io.tollgate.catalog.model.PageTax;
import io.tollgate.catalog.model.PaymentOption;
import io.tollgate.catalog.model.Selection;
import io.tollgate.catalog.model.TicketType;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class CatalogDecoderTest {
    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text.replace('\'', '"'));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final String EVENT = """
            {'id':'e','slug':'s','name':'Name','title':null,'locale':'de','status':'published','unknown':{'a':1},
             'eventDetails':{'status':'sold_out','currency':'eur','limitRegistrations':{'enabled':true},
               'fixedTaxRateIds':['t'],'discounts':[{'quantityCondition':'total_quantity','minQuantity':2,
               'ticketTypeIds':['a'],'percentOff':12.5,'amountOff':null,'maxQuantity':null}]},
             'fields':[{'id':'f','label':'Days','element':'multi-select','type':'','reference':'days','options':null,
               'required':true,'hidden':false,'minValue':{'enabled':true,'value':'2'}}],
             'fees':null,'tax':{'enabled':true,'mode':'fixed'},
             'paymentOptions':[{'type':'manual','manualType':'cash_on_delivery','name':'Cash'}],
             'ticketGroups':[{'id':'g','name':'Hall','capacity':5,'availabilityStatus':'available',
               'ticketSelectionType':'multiple','feeDisplay':'included','bulkDiscounts':[],
               'ticketTypes':[{'id':'a','name':'A','pricing':'pwyw','price':100,'feeAmount':null,'capacity':null,
                 'minQuantity':null,'maxQuantity':3,'availabilityStatus':'unavailable'}]}]}
            """;

    @Test
    void an_event_is_decoded_with_all_that_rules_read() {
        Event event = CatalogDecoder.decode(json(EVENT), Event.class);
        assertThat(event.displayTitle()).isEqualTo("Name");
        assertThat(event.status()).isEqualTo(PageStatus.PUBLISHED);
        assertThat(event.details().status()).isEqualTo(Event.Status.SOLD_OUT);
        assertThat(event.limitsRegistrations()).isTrue();
        assertThat(event.taxMode()).isEqualTo(PageTax.Mode.FIXED);
        assertThat(event.fees()).isEmpty();
        assertThat(event.paymentOption(PaymentOption.ManualType.CASH_ON_DELIVERY))
                .isPresent();
        Discount discount = event.details().discounts().get(0);
        assertThat(discount.rule().together()).isTrue();
        assertThat(discount.references()).containsExactly("a");
        BuyerField field = event.fields().get(0);
        assertThat(field.element()).isEqualTo(BuyerField.Element.MULTI_SELECT);
        assertThat(field.options()).isEmpty();
        assertThat(field.min()).isEqualTo("2");
        assertThat(event.groups().get(0).selection()).isEqualTo(Selection.MULTIPLE);
        TicketType type = event.groups().get(0).types().get(0);
        assertThat(type.pricing()).isEqualTo(TicketType.Pricing.PWYW);
        assertThat(type.feeAmount()).isZero();
        assertThat(type.maxQuantity()).isEqualTo(3);
    }

    @Test
    void a_document_with_a_wrong_value_is_not_guessed_at() {
        JsonNode damaged = json(EVENT.replace("'pwyw'", "'other'"));
        assertThatThrownBy(() -> CatalogDecoder.decode(damaged, Event.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("pricing");
    }
}
