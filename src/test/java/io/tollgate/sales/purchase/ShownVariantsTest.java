package io.tollgate.sales.purchase;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import org.junit.jupiter.api.Test;

/** A required variant needs a selection if it is shown, and cannot be selected if it is not. */
class ShownVariantsTest {
    private final TestApi api = TestGateway.shared().seller().live();

    /** A page with a cup that can be printed on, and a color that is shown only with a print. */
    private JsonNode page(String logic) {
        return api.post("/v1/checkout-pages", """
                        { "name": "Cup", "productData": { "variants": [
                          { "name": "Print", "key": "print", "selectionType": "multiple",
                            "options": [ { "name": "Name", "key": "name" }, { "name": "Logo" } ] },
                          { "name": "Colour", "required": true, "options": [ { "name": "Red" } ],
                            "showHideLogic": { "enabled": true, "element": { "elementId": "print" }, LOGIC } } ] } }
                        """.replace("LOGIC", logic.replace('\'', '"')))
                .expect(201)
                .json()
                .get("data");
    }

    /** @param options of the first variant, by position */
    private Reply quote(JsonNode page, boolean coloured, int... options) {
        JsonNode variants = page.at("/product/variants");
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set("pageId", page.get("id"));
        ArrayNode chosen = body.putArray("variants");
        if (coloured) {
            choose(chosen, variants.get(1), 0);
        }
        if (options.length > 0) {
            choose(chosen, variants.get(0), options);
        }
        return api.post("/v1/quotes", body.toString());
    }

    private static void choose(ArrayNode chosen, JsonNode variant, int... options) {
        ObjectNode choice = chosen.addObject();
        choice.set("variantId", variant.get("id"));
        ArrayNode ids = choice.putArray("options");
        for (int option : options) {
            ids.addObject().set("optionId", variant.at("/options/" + option + "/id"));
        }
    }

    private void shown(JsonNode page, int... options) {
        assertThat(quote(page, false, options).problems()).containsExactly("variants");
        quote(page, true, options).expect(200);
    }

    private void notShown(JsonNode page, int... options) {
        quote(page, false, options).expect(200);
        assertThat(quote(page, true, options).problems()).containsExactly("variants[0].variantId");
    }

    @Test
    void a_product_may_require_every_variant_that_is_shown() {
        JsonNode page = page("'value':'name'");
        String product = "/v1/products/" + page.at("/product/id").textValue();
        quote(page, false).expect(200);
        api.patch(product, "{\"variantsRequired\":true}").expect(200);
        Reply none = quote(page, false);
        assertThat(none.problems()).containsExactly("variants");
        assertThat(none.body()).contains("must include a selection for Print");
        assertThat(quote(page, false, 0).body()).contains("must include a selection for Colour");
        quote(page, false, 1).expect(200);
        quote(page, true, 0).expect(200);
        api.patch(product, "{\"variantsRequired\":false}").expect(200);
        quote(page, false).expect(200);
    }

    @Test
    void by_the_option_that_is_chosen_of_another() {
        JsonNode page = page("'value':'name'");
        shown(page, 0);
        notShown(page, 1);
        notShown(page, 0, 1);
        notShown(page);
    }

    @Test
    void by_the_option_that_is_not_chosen_of_another() {
        JsonNode page = page("'comparison':'is_not','value':'name'");
        notShown(page, 0);
        shown(page, 1);
        shown(page);
    }

    @Test
    void by_an_option_among_those_that_are_chosen() {
        JsonNode page = page("'comparison':'contains','value':'Logo'");
        shown(page, 0, 1);
        notShown(page, 0);
    }

    @Test
    void by_whether_another_is_chosen_of_at_all() {
        JsonNode any = page("'comparison':'is_not_empty'");
        shown(any, 1);
        notShown(any);
        JsonNode none = page("'comparison':'is_empty'");
        shown(none);
        notShown(none, 0);
    }

    /** Each of the two variants is offered until the other one is selected. */
    @Test
    void by_one_that_waits_for_it_in_turn() {
        String either = """
                { "name": "NAME", "key": "NAME", "required": true, "options": [ { "name": "Yes" } ],
                  "showHideLogic": { "enabled": true, "comparison": "is_empty", "element": { "elementId": "OTHER" } } }
                """;
        JsonNode page = api.post(
                        "/v1/checkout-pages",
                        "{\"name\":\"Cup\",\"productData\":{\"variants\":["
                                + either.replace("NAME", "Red").replace("OTHER", "Blue") + ","
                                + either.replace("NAME", "Blue").replace("OTHER", "Red") + "]}}")
                .expect(201)
                .json()
                .get("data");
        quote(page, true).expect(200);
        quote(page, false, 0).expect(200);
        assertThat(quote(page, false).problems()).isNotEmpty();
        assertThat(quote(page, true, 0).problems()).containsExactly("variants[0].variantId", "variants[1].variantId");
    }
}
