package io.tollgate.loadtest.buyers;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Client;
import io.tollgate.loadtest.call.Fault;
import io.tollgate.loadtest.measure.Claims;
import java.util.List;

/** The page that buyers are offered after their payment. Every second one accepts it with one click. */
final class Offered {
    private static final int PRICE = 700;

    static final String SHOWN = "a buyer who has paid is offered another page";
    static final String EARNED = "after the load, each accepted offer has one payment, and the totals agree";

    static final List<String> CLAIMS = List.of(SHOWN, EARNED);

    private final Call.Caller caller;
    private String pageId = "";
    private int shown;
    private int accepted;
    private int declined;

    Offered(Call.Caller caller) {
        this.caller = caller;
    }

    /** Creates the page, and returns the step that offers it. */
    String prepare(Client client, String run, boolean testMode) {
        String body = ("{'name':'Load test offer %s','locale':'en-US','testmode':%s,'productData':{'title':"
                        + "'Load test offer','prices':[{'amount':%d,'currency':'eur'}]}}")
                .formatted(run, testMode, PRICE)
                .replace('\'', '"');
        pageId = client.send(Call.write(caller, "POST", "/v1/checkout-pages", body))
                .expect(201)
                .json()
                .path("data")
                .path("id")
                .asText();
        return "'funnelSteps':[{'type':'upsell','enabled':true,'config':{'action':'checkout','pageId':'" + pageId
                + "'}}],";
    }

    /** Returns what the next buyer decides: every second one accepts. */
    synchronized String decision() {
        shown++;
        return shown % 2 == 0 ? "decline" : "accept";
    }

    /** Counts a decision whose consequence the buyer has seen. */
    synchronized void decided(String decision) {
        if (decision.equals("accept")) {
            accepted++;
        } else {
            declined++;
        }
    }

    /** Compares the totals of the offers with the payments of the offered page, and archives the page. */
    synchronized void conclude(Client client, String firstPageId, Claims claims, List<String> faults) {
        try {
            JsonNode totals = client.get(caller, "/v1/funnel-runs/totals?pageId=" + firstPageId)
                    .expect(200)
                    .json()
                    .at("/data/totals/0");
            long paid = client.get(caller, "/v1/payments?limit=1&pageId=" + pageId)
                    .expect(200)
                    .json()
                    .path("total")
                    .asLong();
            boolean right = totals.path("accepted").asLong() == paid
                    && totals.at("/amounts/0/amount").asLong() == paid * PRICE
                    && paid >= accepted
                    && totals.path("declined").asLong() >= declined;
            claims.hold(
                    EARNED,
                    right,
                    "%d accepted and %d declined, %d paid, and the totals are %s"
                            .formatted(accepted, declined, paid, totals));
        } catch (Fault fault) {
            faults.add(fault.getMessage());
        }
        try {
            client.send(Call.write(caller, "DELETE", "/v1/checkout-pages/" + pageId, ""))
                    .expect(200);
        } catch (Fault fault) {
            faults.add("the offered page was not archived: " + fault.getMessage());
        }
    }

    synchronized String note() {
        return accepted + " offers were accepted, " + declined + " declined";
    }
}
