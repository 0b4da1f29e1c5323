package io.tollgate.simulation;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A buyer who does one thing after the other, and repeats what fails. */
final class SimulatedBuyer implements Actor {
    private static final String VISA = "4242424242424242";

    /** Declined; declined when used again; with authentication; with an outcome that follows later. */
    private static final String[] CARDS = {
        "4000000000000002", "4000000000007403", "4000002500003155", "4000000000007205", VISA, VISA, VISA, VISA
    };

    private static final int TRIES_MAX = 4;

    private final int number;
    private final Sale.Offering offering;
    private final Map<String, String> choices;
    private final boolean accepts;
    private final boolean clicksTwice;
    private final SplittableRandom random;
    private String card;
    private Stage stage = Stage.ORDER;
    private int failures;
    private boolean repeats;
    private @Nullable Map<String, String> form;
    private @Nullable Shown page;
    private String order = "";

    /** What the buyer does next. */
    enum Stage {
        ORDER,
        OPEN,
        PAY,
        AUTHENTICATE,
        COME_BACK,
        DECIDE,
        DONE
    }

    SimulatedBuyer(int number, Sale sale, SplittableRandom random) {
        this.number = number;
        this.random = random;
        var offerings = sale.offerings();
        this.offering = offerings.get(random.nextInt(offerings.size()));
        this.card = CARDS[random.nextInt(CARDS.length)];
        this.accepts = random.nextInt(4) > 0;
        this.clicksTwice = random.nextBoolean();
        this.choices = new HashMap<>(offering.choices());
        if (sale.hasCoupon() && random.nextBoolean()) {
            choices.put("couponCode", Sale.COUPON);
        }
    }

    Stage stage() {
        return stage;
    }

    private String email() {
        return "buyer" + number + "@example.com";
    }

    /** Returns whether the next click is to be made in two windows at a time. */
    boolean clicksTwice() {
        return stage == Stage.DECIDE && accepts && clicksTwice && page != null;
    }

    void leave() {
        stage = Stage.DONE;
    }

    @Override
    public Shown send(String url, Buyer browser) {
        return send(browser.with(url, email()));
    }

    private Shown send(Buyer browser) {
        return switch (stage) {
            case ORDER -> {
                if (form == null) {
                    form = browser.form(browser.get(offering.path()));
                    form.putAll(choices);
                }
                yield browser.post(offering.path(), form);
            }
            case OPEN -> browser.get(order);
            case PAY -> new Shown(200, order, browser.payFrom(shown(), card));
            case AUTHENTICATE -> {
                browser.authenticateFrom(shown());
                yield new Shown(200, order, "succeeded");
            }
            case COME_BACK -> comeBack(browser);
            case DECIDE -> {
                Map<String, String> decision = browser.form(shown());
                decision.put("action", accepts ? "accept" : "decline");
                yield browser.post(order + "/offer", decision);
            }
            case DONE -> throw new IllegalStateException("the buyer has left");
        };
    }

    private Shown comeBack(Buyer browser) {
        Shown returned = browser.get(order + "/return");
        return returned.status() == 303 ? browser.get(order) : returned;
    }

    private Shown shown() {
        if (page == null) {
            throw new IllegalStateException("nothing is shown");
        }
        return page;
    }

    /** Reads the response, and decides what comes next. */
    @Override
    public String receive(@Nullable Shown response) {
        Stage before = stage;
        if (response == null || response.status() >= 500) {
            failures++;
            if (failures >= TRIES_MAX) {
                stage = Stage.DONE;
            }
            return before + " " + (response == null ? "without a response" : response.status());
        }
        String told = before == Stage.PAY ? response.html() : Integer.toString(response.status());
        // A buyer who clicks again sends the same request a second time.
        if (!repeats && before != Stage.PAY && random.nextInt(8) == 0) {
            repeats = true;
            return before + " " + told + ", again";
        }
        repeats = false;
        next(response);
        return before + " " + told;
    }

    private void next(Shown response) {
        switch (stage) {
            case ORDER -> {
                order = response.path();
                stage = response.status() == 303 ? Stage.OPEN : Stage.DONE;
            }
            case OPEN, COME_BACK -> look(response);
            case PAY -> {
                boolean declined =
                        response.html().contains("decline") || response.html().contains("insufficient");
                stage = response.html().equals("requires_action") ? Stage.AUTHENTICATE : Stage.COME_BACK;
                card = declined ? VISA : card;
                stage = declined ? Stage.OPEN : stage;
            }
            case AUTHENTICATE -> stage = Stage.COME_BACK;
            case DECIDE, DONE -> stage = Stage.DONE;
        }
    }

    private void look(Shown response) {
        page = response;
        if (response.html().contains("data-secret")) {
            failures++;
            stage = failures >= TRIES_MAX ? Stage.DONE : Stage.PAY;
        } else {
            stage = response.status() == 200 && response.html().contains("value=\"accept\"")
                    ? Stage.DECIDE
                    : Stage.DONE;
        }
        // Some buyers close the window before they pay.
        if (stage == Stage.PAY && random.nextInt(8) == 0) {
            stage = Stage.DONE;
        }
    }

    @Override
    public String toString() {
        String trial = offering.trialDays() == 0 ? "" : " after " + offering.trialDays() + " days";
        return "buyer " + number + " of " + offering.kind() + trial;
    }
}
