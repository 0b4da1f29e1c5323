package io.tollgate.catalog.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each problem is reported with its path and the expected value, without problems that only follow from it. */
class PageProblemsTest {
    private final TestApi api = TestGateway.shared().seller().live();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "/v1/checkout-pages|{'productData':{'price':{'currency':'euro'}}}"
                        + "|productData.price.currency: must be three lower-case letters, like usd",
                "/v1/checkout-pages|{'fields':[{'label':'A','element':'dropdown','options':[{'label':'x'}]}]}"
                        + "|fields[0].element: must be one of ",
                "/v1/checkout-pages|{'paymentOptions':[{'type':'manual','name':'x'}]}"
                        + "|paymentOptions[0].manualType: is required for the type manual",
                "/v1/checkout-pages|{'paymentOptions':[{'type':'later','name':'x'}]}"
                        + "|paymentOptions[0].type: must be one of ",
                "/v1/checkout-pages|{'fees':[{'name':'x','percentage':0.1234567}]}"
                        + "|fees[0].percentage: must have at most 6 decimals",
                "/v1/events|{'eventDetails':{'startDate':'2037-01-02T00:00:00Z','endDate':'2037-01-01T00:00:00Z'}}"
                        + "|eventDetails.endDate: must not be before startDate",
                "/v1/events|{'eventDetails':{'currency':'e'}}"
                        + "|eventDetails.currency: must be three lower-case letters, like usd"
            })
    void it_is_named_once(String path, String body, String expected) {
        JsonNode errors = api.post(path, "{\"name\":\"A\"," + body.substring(1).replace('\'', '"'))
                .expect(400)
                .json()
                .get("errors");
        List<String> problems = new ArrayList<>();
        errors.forEach(error -> problems.add(
                error.get("param").textValue() + ": " + error.get("message").textValue()));
        assertThat(problems).singleElement().asString().startsWith(expected);
    }
}
