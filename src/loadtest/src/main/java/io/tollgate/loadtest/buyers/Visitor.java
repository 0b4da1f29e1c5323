package io.tollgate.loadtest.buyers;

import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Fault;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One buyer with a browser's memory: the cookie, the form, the order. Used by one step at a time. */
final class Visitor {
    private static final Pattern INPUT = Pattern.compile("<input[^>]* name=\"([^\"]+)\"[^>]*>");
    private static final Pattern VALUE = Pattern.compile(" value=\"([^\"]*)\"");
    private static final Pattern KEY = Pattern.compile("data-key=\"([^\"]+)\"");
    private static final Pattern SECRET = Pattern.compile("data-secret=\"([^\"]+)\"");
    private static final Pattern SCRIPT = Pattern.compile("<script src=\"(http[^\"]+)/v3/\"");

    private final String email;
    private final Map<String, String> form = new LinkedHashMap<>();
    private Stage stage = Stage.NEW;
    private String cookie = "";
    private String order = "";
    private String processor = "";
    private String secret = "";
    private String decision = "";
    private String next = "";

    /** What the visitor does next. */
    enum Stage {
        NEW("view page"),
        VIEWED("update total"),
        UPDATED("order"),
        ORDERED("open payment"),
        PAYING("pay"),
        PAID("return"),
        RETURNED("see confirmation"),
        OFFERED("decide on the offer"),
        DECIDED("see confirmation"),
        CONFIRMED("");

        final String step;

        Stage(String step) {
            this.step = step;
        }

        boolean isAfterPayment() {
            return compareTo(PAID) >= 0;
        }
    }

    Visitor(String email) {
        this.email = email;
    }

    Stage stage() {
        return stage;
    }

    void reach(Stage next) {
        stage = next;
    }

    boolean hasOrdered() {
        return !order.isEmpty();
    }

    /** Remembers the cookie and the form of the page. */
    void viewed(Answer answer) {
        cookie = answer.header("set-cookie").replaceFirst(";.*", "");
        Matcher input = INPUT.matcher(text(answer));
        while (input.find()) {
            String tag = input.group();
            boolean choice = tag.contains("type=\"radio\"") || tag.contains("type=\"checkbox\"");
            if (!choice || tag.contains(" checked")) {
                Matcher value = VALUE.matcher(tag);
                form.put(input.group(1), value.find() ? value.group(1) : "");
            }
            if (tag.contains("autocomplete=\"name\"")) {
                form.put(input.group(1), "Load Test");
            } else if (tag.contains("autocomplete=\"email\"")) {
                form.put(input.group(1), email);
            }
        }
    }

    void ordered(Answer answer) {
        order = answer.header("location");
    }

    /** Remembers the form of the offer, and what the visitor decides. */
    void isOffered(Answer answer, String decided) {
        decision = decided;
        form.clear();
        Matcher input = INPUT.matcher(text(answer));
        while (input.find()) {
            Matcher value = VALUE.matcher(input.group());
            form.put(input.group(1), value.find() ? value.group(1) : "");
        }
        form.put("action", decided);
    }

    void hasDecided(Answer answer) {
        next = answer.header("location");
    }

    String decision() {
        return decision;
    }

    /** Remembers how to pay. Returns whether the page asks for that. */
    boolean paying(Answer answer) {
        String page = text(answer);
        String key = first(KEY, page);
        String found = first(SECRET, page);
        String script = first(SCRIPT, page);
        if (key == null || found == null || script == null) {
            return false;
        }
        processor = script;
        secret = found;
        form.put("key", key);
        return true;
    }

    private static @Nullable String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : null;
    }

    static String text(Answer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    /** @param path of the page */
    Call call(String path) {
        return switch (stage) {
            case NEW -> page("GET", path, "");
            case VIEWED -> page("POST", path + "/summary", encoded(form));
            case UPDATED -> page("POST", path, encoded(form));
            case ORDERED, RETURNED -> page("GET", order, "");
            case PAYING -> confirm();
            case PAID -> page("GET", order + "/return", "");
            case OFFERED -> page("POST", order + "/offer", encoded(form));
            case DECIDED -> page("GET", next, "");
            case CONFIRMED -> throw Fault.error("a visitor who has nothing left to do");
        };
    }

    /** The order as it is now. */
    Call look() {
        return page("GET", order, "");
    }

    private Call page(String method, String path, String body) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (!cookie.isEmpty()) {
            headers.put("Cookie", cookie);
        }
        return new Call(Call.Caller.VISITOR, method, path, body, "", headers);
    }

    private Call confirm() {
        Map<String, String> card = Map.of(
                "client_secret", secret,
                "payment_method_data[type]", "card",
                "payment_method_data[card][number]", "4242424242424242",
                "payment_method_data[card][exp_month]", "12",
                "payment_method_data[card][exp_year]", "2034",
                "payment_method_data[card][cvc]", "123");
        String id = secret.substring(0, secret.indexOf("_secret_"));
        return new Call(
                Call.Caller.PROCESSOR,
                "POST",
                processor + "/v1/payment_intents/" + id + "/confirm",
                encoded(card),
                "",
                Map.of("Authorization", "Bearer " + form.get("key")));
    }

    private static String encoded(Map<String, String> form) {
        return form.entrySet().stream()
                .map(one -> URLEncoder.encode(one.getKey(), StandardCharsets.UTF_8) + "="
                        + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }
}
