package io.tollgate.sales.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.schema.Field;
import io.tollgate.sales.report.SetupReport.Step;
import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Encodes the steps to the first sale. */
final class SetupReportCodec {
    static final Endpoint.Schema SCHEMA = new Endpoint.Schema(
            "SetupReport",
            "The steps from a new account to the first sale.",
            List.of(Field.list(
                            "steps",
                            Field.oneOf(
                                            "step",
                                            Arrays.stream(Step.values())
                                                    .map(Step::wire)
                                                    .toArray(String[]::new))
                                    .doc("`account`: the account has an e-mail and a postal address. `page`: there is "
                                            + "a checkout page or an event. `test_purchase`: something was bought in "
                                            + "test mode. `processor`: a payment processor is connected in live mode. "
                                            + "`published_page`: a page is published outside test mode.")
                                    .always(),
                            Field.bool("done").doc("Whether the step is done.").always())
                    .doc("In their order.")
                    .always()));

    private SetupReportCodec() {}

    static Buffer encode(Set<Step> done) {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        ArrayNode steps = report.putArray("steps");
        for (Step step : Step.values()) {
            steps.addObject().put("step", step.wire()).put("done", done.contains(step));
        }
        return Buffer.buffer(report.toString());
    }
}
