package io.tollgate.catalog.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code minValue} and {@code maxValue} of fields make sense, when fields are created and updated. */
class FieldBoundsTest {
    private static final String THREE =
            "'element':'multi-select','options':[{'label':'A'},{'label':'B'},{'label':'C'}]";

    private final TestApi api = TestGateway.shared().seller().live();
    private final String path = "/v1/forms/"
            + api.post("/v1/forms", "{\"name\":\"A\"}")
                    .expect(201)
                    .json()
                    .at("/data/id")
                    .textValue()
            + "/fields";

    private Reply create(String settings) {
        return api.post(path, ("{'label':'A'," + settings + "}").replace('\'', '"'));
    }

    private static String bound(String name, String value) {
        return "'" + name + "':{'enabled':true,'value':'" + value + "'}";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "multi-select|1|3|-|-",
                "multi-select|0|-|-|-",
                "multi-select|-|4|maxValue.value|must be at most 3, the number of options",
                "multi-select|4|-|minValue.value|must be at most 3, the number of options",
                "multi-select|-|0|maxValue.value|must be at least 1",
                "multi-select|3|2|minValue.value|must not exceed maxValue",
                "multi-select|-1|-|minValue.value|must be a non-negative whole number",
                "multi-select|1.5|-|minValue.value|must be a non-negative whole number",
                "multi-select|x|-|minValue.value|must be a number while enabled is true",
                "quantity|1|9|-|-",
                "quantity|-|-2|maxValue.value|must be a non-negative whole number",
                "quantity|1.5|-|minValue.value|must be a non-negative whole number",
                "quantity|9|1|minValue.value|must not exceed maxValue",
                "number|-2.5|-1|-|-",
                "number|-1|-2|minValue.value|must not exceed maxValue",
                "text|2|9|-|-",
                "text|9|2|minValue.value|must not exceed maxValue",
                "textarea|two|-|minValue.value|must be a number while enabled is true",
                "date|1|-|minValue|is allowed only for number, quantity, multi-select, text, textarea and file",
            })
    void of_new_fields(String element, String min, String max, String param, String message) {
        String settings = element.equals("multi-select") ? THREE : "'element':'" + element + "'";
        settings += min == null ? "" : "," + bound("minValue", min);
        settings += max == null ? "" : "," + bound("maxValue", max);
        Reply reply = create(settings);
        if (param == null) {
            reply.expect(201);
        } else {
            assertThat(reply.problems()).containsExactly(param);
            assertThat(reply.json().at("/errors/0/message").textValue()).isEqualTo(message);
        }
    }

    @Test
    void of_fields_that_change() {
        String id = create(THREE + "," + bound("minValue", "2"))
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        String field = path + "/" + id;
        assertThat(api.patch(field, "{\"maxValue\":{\"enabled\":true,\"value\":\"1\"}}")
                        .problems())
                .containsExactly("maxValue.value");
        assertThat(api.patch(field, "{\"options\":[{\"label\":\"A\"}]}").problems())
                .containsExactly("minValue.value");
        api.patch(field, "{\"options\":[{\"label\":\"A\"}],\"minValue\":{\"enabled\":false}}")
                .expect(200);
        api.patch(field, "{\"maxValue\":{\"enabled\":false,\"value\":\"x\"}}").expect(200);
    }
}
