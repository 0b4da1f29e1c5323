package io.tollgate.loadtest.buyers;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.loadtest.Part;
import io.tollgate.loadtest.buyers.Visitor.Stage;
import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Client;
import io.tollgate.loadtest.call.Fault;
import io.tollgate.loadtest.call.Step;
import io.tollgate.loadtest.measure.Claims;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Buyers on a page made for the load and archived after it: each views it, changes the form, orders, pays at the
 * simulator, and returns. In test mode, an order is complete without a payment. If another page is offered afterwards,
 * the buyer accepts or declines it.
 */
public final class Buyers implements Part {
    private static final int PRICE = 2_500;
    private static final double NEWCOMERS = 0.2;

    static final String VIEWED = "a page shows its product and a form with a signature";
    static final String TOTAL = "the total of the form is the price of the page";
    static final String ORDERED = "an order leads to an address of its own, which nobody else gets";
    static final String PAYABLE = "an order that is not paid asks for the payment";
    static final String CHARGED = "the processor takes the payment once";
    static final String CONFIRMED = "a buyer who has paid sees the confirmation";
    static final String COUNTED = "after the load, the API lists as many payments as buyers saw confirmed";
    static final String SUM = "each of them is paid in full, and no two have the same order";

    private final Claims claims;
    private final @Nullable Offered offered;
    private final Deque<Visitor> waiting = new ArrayDeque<>();
    private final List<Visitor> strays = new ArrayList<>();
    private final Set<String> orders = new HashSet<>();
    private final Call.Caller caller;
    private final Random random;
    private final String run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
    private String path = "";
    private String pageId = "";
    private int visitors;
    private int confirmed;

    /** @param caller in whose mode the page sells */
    public Buyers(Call.Caller caller, long seed) {
        this(caller, seed, null);
    }

    /** Returns buyers who are offered another page after their payment. */
    public static Buyers withOffer(Call.Caller caller, long seed) {
        return new Buyers(caller, seed, new Offered(caller));
    }

    private Buyers(Call.Caller caller, long seed, @Nullable Offered offered) {
        List<String> all = new ArrayList<>(List.of(VIEWED, TOTAL, ORDERED, PAYABLE, CHARGED, CONFIRMED, COUNTED, SUM));
        if (offered != null) {
            all.addAll(Offered.CLAIMS);
        }
        this.claims = new Claims(all);
        this.offered = offered;
        this.caller = caller;
        this.random = new Random(seed);
    }

    private boolean isLive() {
        return caller == Call.Caller.LIVE_KEY;
    }

    @Override
    public String name() {
        return offered == null ? "buyers" : "funnels";
    }

    @Override
    public Claims claims() {
        return claims;
    }

    String path() {
        return path;
    }

    @Override
    public void prepare(Client client) {
        String steps = offered == null ? "" : offered.prepare(client, run, !isLive());
        String body = ("{'name':'Load test %s','locale':'en-US','testmode':%s,%s'productData':{'title':'Load test',"
                        + "'prices':[{'amount':%d,'currency':'eur'}]}}")
                .formatted(run, !isLive(), steps, PRICE)
                .replace('\'', '"');
        JsonNode page = client.send(Call.write(caller, "POST", "/v1/checkout-pages", body))
                .expect(201)
                .json()
                .path("data");
        pageId = page.path("id").asText();
        String url = page.path("url").asText();
        path = url.substring(url.indexOf("/s/"));
    }

    @Override
    public synchronized Step next() {
        Visitor visitor = waiting.isEmpty() || random.nextDouble() < NEWCOMERS ? newcomer() : waiting.remove();
        return new VisitStep(this, visitor);
    }

    private Visitor newcomer() {
        visitors++;
        return new Visitor("visitor-%s-%d@example.com".formatted(run, visitors));
    }

    /** Takes a visitor back who has more to do. */
    synchronized void give(Visitor visitor) {
        if (visitor.stage() == Stage.CONFIRMED) {
            confirmed++;
        } else {
            waiting.add(visitor);
        }
    }

    /** Takes a visitor whose last request had no good answer: what became of the order is asked after the load. */
    synchronized void stray(Visitor visitor) {
        strays.add(visitor);
    }

    private synchronized boolean isNew(String order) {
        return orders.add(order);
    }

    /** Judges what a visitor got, and returns what comes next. */
    Stage judge(Visitor visitor, Answer answer) {
        String where = answer.where();
        switch (visitor.stage()) {
            case NEW -> {
                answer.expect(200);
                visitor.viewed(answer);
                String page = Visitor.text(answer);
                boolean whole = page.contains("Load test") && page.contains("name=\"csrf\"");
                claims.hold(VIEWED, whole, "a page without its product or form" + where);
                return Stage.VIEWED;
            }
            case VIEWED -> {
                boolean right = Visitor.text(answer.expect(200)).contains("25.00");
                claims.hold(TOTAL, right, "another total" + where);
                return Stage.UPDATED;
            }
            case UPDATED -> {
                visitor.ordered(answer.expect(303));
                claims.hold(ORDERED, isNew(answer.header("location")), "the address of another order" + where);
                return isLive() ? Stage.ORDERED : Stage.RETURNED;
            }
            case ORDERED -> {
                claims.hold(PAYABLE, visitor.paying(answer.expect(200)), "no payment form" + where);
                return Stage.PAYING;
            }
            case PAYING -> {
                boolean paid = Visitor.text(answer.expect(200)).contains("\"status\":\"succeeded\"");
                claims.hold(CHARGED, paid, "a payment that did not succeed" + where);
                return Stage.PAID;
            }
            case PAID -> {
                answer.expect(303);
                return Stage.RETURNED;
            }
            case OFFERED -> {
                visitor.hasDecided(answer.expect(303));
                return Stage.DECIDED;
            }
            case RETURNED -> {
                return returned(visitor, answer);
            }
            default -> {
                Objects.requireNonNull(offered).decided(visitor.decision());
                claims.hold(CONFIRMED, isConfirmation(answer.expect(200)), "paid, and not confirmed" + where);
                return Stage.CONFIRMED;
            }
        }
    }

    private Stage returned(Visitor visitor, Answer answer) {
        String where = answer.where();
        if (offered == null) {
            claims.hold(CONFIRMED, isConfirmation(answer.expect(200)), "paid, and not confirmed" + where);
            return Stage.CONFIRMED;
        }
        claims.hold(Offered.SHOWN, isOffer(answer.expect(200)), "paid, and offered nothing" + where);
        visitor.isOffered(answer, offered.decision());
        return Stage.OFFERED;
    }

    private static boolean isOffer(Answer answer) {
        return Visitor.text(answer).contains("/offer\"");
    }

    private static boolean isConfirmation(Answer answer) {
        return Visitor.text(answer).contains("Thank you for your order");
    }

    @Override
    public Conclusion conclude(Client client) {
        List<String> faults = new ArrayList<>();
        int left = look(client, faults);
        count(client, faults);
        try {
            client.send(Call.write(caller, "DELETE", "/v1/checkout-pages/" + pageId, ""))
                    .expect(200);
        } catch (Fault fault) {
            faults.add("the page was not archived: " + fault.getMessage());
        }
        if (offered != null) {
            offered.conclude(client, pageId, claims, faults);
        }
        return new Conclusion(
                faults,
                List.of(
                        "%d visitors, %d of them with a confirmed order; the page is archived"
                                .formatted(visitors, confirmed),
                        left + " orders were left unpaid, and expire"
                                + (offered == null ? "" : "; " + offered.note())));
    }

    /** Opens the orders of visitors who were on their way. Returns how many are not paid. */
    private synchronized int look(Client client, List<String> faults) {
        int left = 0;
        List<Visitor> all = new ArrayList<>(waiting);
        all.addAll(strays);
        for (Visitor visitor : all) {
            if (!visitor.hasOrdered()) {
                continue;
            }
            try {
                Answer order = client.send(visitor.look()).expect(200);
                boolean paid = isConfirmation(order) || isOffer(order);
                confirmed += paid ? 1 : 0;
                left += paid ? 0 : 1;
                boolean must = visitor.stage().isAfterPayment();
                claims.hold(CONFIRMED, paid || !must, "paid, and not confirmed after the load");
            } catch (Fault fault) {
                faults.add("an order that was left: " + fault.getMessage());
            }
        }
        return left;
    }

    private void count(Client client, List<String> faults) {
        Set<String> listed = new HashSet<>();
        long sum = 0;
        int records = 0;
        String cursor = "";
        boolean more = true;
        while (more) {
            JsonNode page = client.get(caller, "/v1/payments?limit=100&pageId=" + pageId + cursor)
                    .expect(200)
                    .json();
            for (JsonNode payment : page.path("data")) {
                cursor = "&starting_after=" + payment.path("id").asText();
                listed.add(payment.path("orderId").asText());
                sum += payment.path("amountPaid").asLong();
                records++;
            }
            more = page.path("has_more").asBoolean() && !page.path("data").isEmpty();
        }
        try {
            claims.hold(COUNTED, records == confirmed, confirmed + " were confirmed, " + records + " are listed");
            boolean whole = sum == (long) PRICE * records && listed.size() == records;
            claims.hold(SUM, whole, records + " payments have " + listed.size() + " orders and sum to " + sum);
        } catch (Fault fault) {
            faults.add(fault.getMessage());
        }
    }
}
