package io.tollgate.support;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A buyer without a browser: submits the forms of hosted pages and pays at the simulator by HTTP. */
public final class Buyer {
    /** Longer than every deadline of a gateway of the tests. */
    private static final Duration TIMEOUT = Duration.ofSeconds(150);

    private static final int RETRIES_MAX = 10;
    private static final Pattern INPUT = Pattern.compile("<input[^>]* name=\"([^\"]+)\"[^>]*>");
    private static final Pattern DATA = Pattern.compile("data-(key|secret)=\"([^\"]+)\"");
    private static final Pattern SCRIPT = Pattern.compile("<script src=\"(http[^\"]+)/v3/\"");

    private final CookieManager cookies;
    private final HttpClient client;
    private final String url;
    private final String email;
    private @Nullable String wallet;

    public Buyer(String url, String email) {
        this(url, email, new CookieManager());
    }

    private Buyer(String url, String email, CookieManager cookies) {
        this(url, email, cookies, client(cookies));
    }

    private Buyer(String url, String email, CookieManager cookies, HttpClient client) {
        this.url = url;
        this.email = email;
        this.cookies = cookies;
        this.client = client;
    }

    private static HttpClient client(CookieManager cookies) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .cookieHandler(cookies)
                .build();
    }

    /** Returns a buyer who shares this one's browser, which saves the time to start another. */
    public Buyer with(String otherUrl, String otherEmail) {
        return new Buyer(otherUrl, otherEmail, cookies, client);
    }

    /** A page with the path at which it was found. */
    public record Shown(int status, String path, String html) {
        public Shown expect(int expected) {
            if (status != expected) {
                throw new AssertionError("expected " + expected + ", got " + status + ": " + html);
            }
            return this;
        }
    }

    public Shown get(String path, String... headers) {
        return send(HttpRequest.newBuilder(URI.create(url + path)).GET(), headers);
    }

    /** Returns the value of a cookie that this buyer has. */
    public String cookie(String name) {
        List<HttpCookie> all = cookies.getCookieStore().getCookies();
        return all.stream()
                .filter(cookie -> cookie.getName().equals(name))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    /** Sets a cookie of the paths of hosted pages, which responses can replace. */
    public void setCookie(String name, String value) {
        HttpCookie cookie = HttpCookie.parse(name + "=" + value + "; Path=/s/").get(0);
        cookie.setDomain(URI.create(url).getHost());
        cookies.getCookieStore().add(URI.create(url + "/s/"), cookie);
    }

    /** Loads a page again while the response is a 503 that asks for it, as the page tells its buyer to do. */
    public Shown getWithRetries(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(TIMEOUT)
                .GET()
                .build();
        HttpResponse<String> response = exchange(request);
        for (int i = 0; i < RETRIES_MAX && isRetryable(response); i++) {
            Load.pause(1_000);
            response = exchange(request);
        }
        return shown(request, response);
    }

    private static boolean isRetryable(HttpResponse<String> response) {
        return response.statusCode() == 503
                && response.headers().firstValue("Retry-After").isPresent();
    }

    public Shown post(String path, Map<String, String> form, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(encode(form)));
        return send(request, headers);
    }

    /** A file that a buyer sends with a form. */
    public record FormFile(String input, String name, String type, byte[] content) {}

    /** Sends a form with files, as a browser does. */
    public Shown postFiles(String path, Map<String, String> form, List<FormFile> files, String... headers) {
        String boundary = "----form7d93b1";
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        form.forEach((name, value) -> body.writeBytes(
                ("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n")
                        .getBytes(StandardCharsets.UTF_8)));
        for (FormFile file : files) {
            body.writeBytes(("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + file.input()
                            + "\"; filename=\"" + file.name() + "\"\r\nContent-Type: " + file.type() + "\r\n\r\n")
                    .getBytes(StandardCharsets.UTF_8));
            body.writeBytes(file.content());
            body.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
        }
        body.writeBytes(("--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray()));
        return send(request, headers);
    }

    private static String encode(Map<String, String> form) {
        return form.entrySet().stream()
                .map(one -> URLEncoder.encode(one.getKey(), StandardCharsets.UTF_8) + "="
                        + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private Shown send(HttpRequest.Builder request, String... headers) {
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpRequest sent = request.timeout(TIMEOUT).build();
        return shown(sent, exchange(sent));
    }

    private static Shown shown(HttpRequest sent, HttpResponse<String> response) {
        String location =
                response.headers().firstValue("Location").orElse(sent.uri().getPath());
        return new Shown(response.statusCode(), location, response.body());
    }

    private HttpResponse<String> exchange(HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Returns the inputs of a page's form with their initial values, and the buyer's name and e-mail address. */
    public Map<String, String> form(Shown page) {
        return formAgain(page.expect(200));
    }

    /** Returns the inputs of a form that may be shown again with errors. */
    public Map<String, String> formAgain(Shown page) {
        Map<String, String> form = new LinkedHashMap<>();
        Matcher input = INPUT.matcher(page.html());
        while (input.find()) {
            String tag = input.group();
            boolean choice = tag.contains("type=\"radio\"") || tag.contains("type=\"checkbox\"");
            if (!choice || tag.contains(" checked")) {
                Matcher value = Pattern.compile(" value=\"([^\"]*)\"").matcher(tag);
                form.put(input.group(1), value.find() ? value.group(1) : "");
            }
            if (tag.contains("autocomplete=\"name\"")) {
                form.put(input.group(1), "Ada Lovelace");
            } else if (tag.contains("autocomplete=\"email\"")) {
                form.put(input.group(1), email);
            }
        }
        return form;
    }

    /** Orders from a page and returns the answer, which redirects to the order if it was taken. */
    public Shown order(String path) {
        return order(path, Map.of());
    }

    public Shown order(String path, Map<String, String> changes) {
        Map<String, String> form = form(get(path));
        form.putAll(changes);
        return post(path, form);
    }

    /** Lets a wallet, such as {@code google_pay}, provide the cards of the payments that follow. */
    public void useWallet(String name) {
        wallet = name;
    }

    /** Pays an order with a test card and returns the simulator's status of the payment, or its error code. */
    public String pay(String orderPath, String card) {
        return payFrom(get(orderPath).expect(200), card);
    }

    /** Pays from a payment page that was opened before. */
    public String payFrom(Shown page, String card) {
        return payAt(simulatorUrl(page), page, card);
    }

    /** Pays from a payment page at a processor with this URL, whatever script the page names. */
    public String payAt(String processorUrl, Shown page, String card) {
        Map<String, String> found = data(page);
        return confirm(processorUrl, found.get("key"), found.get("secret"), card);
    }

    /** Authenticates a payment, or the saving of a card, that waits for it, from its payment page. */
    public void authenticateFrom(Shown page) {
        Map<String, String> found = data(page);
        String secret = String.valueOf(found.get("secret"));
        HttpResponse<String> response = postTo(
                simulatorUrl(page) + intentPath(secret) + "/authenticate",
                found.get("key"),
                Map.of("client_secret", secret, "outcome", "succeed"));
        if (response.statusCode() != 200) {
            throw new AssertionError("not authenticated: " + response.body());
        }
    }

    private static String simulatorUrl(Shown page) {
        Matcher script = SCRIPT.matcher(page.html());
        if (!script.find()) {
            throw new AssertionError("no payment form: " + page.html());
        }
        return script.group(1);
    }

    private static Map<String, String> data(Shown page) {
        Map<String, String> found = new LinkedHashMap<>();
        DATA.matcher(page.html()).results().forEach(one -> found.put(one.group(1), one.group(2)));
        return found;
    }

    private HttpResponse<String> postTo(String simulatorUrl, String key, Map<String, String> form) {
        return exchange(HttpRequest.newBuilder(URI.create(simulatorUrl))
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(encode(form)))
                .build());
    }

    private static String intentPath(String secret) {
        String id = secret.split("_secret_")[0];
        return (id.startsWith("seti_") ? "/v1/setup_intents/" : "/v1/payment_intents/") + id;
    }

    private String confirm(String simulator, String key, String secret, String card) {
        Map<String, String> form = new LinkedHashMap<>(Map.of(
                "client_secret", secret,
                "payment_method_data[type]", "card",
                "payment_method_data[card][number]", card,
                "payment_method_data[card][exp_month]", "12",
                "payment_method_data[card][exp_year]", "2034",
                "payment_method_data[card][cvc]", "123"));
        if (wallet != null) {
            form.put("payment_method_data[card][wallet]", wallet);
        }
        String body =
                postTo(simulator + intentPath(secret) + "/confirm", key, form).body();
        Matcher status =
                Pattern.compile("\"(?:status|decline_code|code)\":\"([^\"]+)\"").matcher(body);
        return status.find() ? status.group(1) : body;
    }

    /** Returns from the processor to an order and returns the page that it leads to. */
    public Shown comeBack(String orderPath) {
        String path = orderPath.contains("?") ? orderPath.replace("?", "/return?") : orderPath + "/return";
        return get(get(path).expect(303).path());
    }
}
