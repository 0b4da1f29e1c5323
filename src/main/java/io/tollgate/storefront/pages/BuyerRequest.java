package io.tollgate.storefront.pages;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ClientId;
import io.tollgate.platform.http.Networks;
import io.tollgate.platform.http.QueryString;
import io.tollgate.platform.http.Sha256;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.input.FileFormReader;
import io.tollgate.platform.input.SentFile;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.secret.LinkSigner;
import io.tollgate.sales.purchase.Visit;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.LanguageHeader;
import io.vertx.ext.web.RoutingContext;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What hosted pages read of a buyer's request besides its form: the visit, the network address, and the proof that a
 * form comes from a page of Tollgate.
 *
 * <p>A form carries a signature of the visit in the browser's cookie. Another site can neither read the cookie nor sign
 * one, and browsers send the origin of a form.
 */
public final class BuyerRequest {
    private static final String COOKIE = "tollgate_visit";
    private static final int COOKIE_SECONDS = 30 * 24 * 3600;

    private static final int ID_BYTES = 12;
    private static final int PARAMETERS_MAX = 50;
    private static final int PARAMETER_MAX = 500;
    private static final int AGENT_MAX = 500;
    private static final Pattern SIGNED_ID = Pattern.compile("([0-9a-f]{24})\\.(.{1,200})");
    private static final Pattern EMBEDDED_CSRF = Pattern.compile("([0-9a-f]{24})~([0-9a-f]{24})\\.(.{1,200})");
    private static final Pattern WIDTH = Pattern.compile("[1-9][0-9]{0,4}");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final LinkSigner signer;
    private final Networks proxies;
    private final boolean secure;

    /**
     * @param proxies whose {@code X-Forwarded-For} is trusted
     * @param secure whether buyers reach Tollgate over https, so that cookies need it
     */
    public BuyerRequest(LinkSigner signer, Networks proxies, boolean secure) {
        this.signer = signer;
        this.proxies = proxies;
        this.secure = secure;
    }

    /**
     * Returns the id of the browser's visit, and starts one if there is none. The form of an embedded page carries its
     * visit, because the browser may have refused the cookie.
     */
    public String visitId(RoutingContext ctx, SubmittedForm form) {
        String embedded = embeddedVisit(ctx, form);
        if (embedded != null) {
            return embedded;
        }
        String known = cookieVisit(ctx);
        if (known != null) {
            return known;
        }
        String id = random();
        String signed = id + "." + signer.sign("visit cookie\n" + id);
        if (Display.embed(ctx) != null) {
            setPartitioned(ctx, signed);
            return id;
        }
        ctx.response()
                .addCookie(Cookie.cookie(COOKIE, signed)
                        .setPath("/s/")
                        .setHttpOnly(true)
                        .setSecure(secure)
                        .setSameSite(CookieSameSite.LAX)
                        .setMaxAge(COOKIE_SECONDS));
        return id;
    }

    /** Returns the visit in the browser's cookie; null without one, or if Tollgate has not signed it. */
    private @Nullable String cookieVisit(RoutingContext ctx) {
        Cookie cookie = ctx.request().getCookie(COOKIE);
        Matcher parts = SIGNED_ID.matcher(cookie == null ? "" : cookie.getValue());
        return parts.matches() && signer.isValid("visit cookie\n" + parts.group(1), parts.group(2))
                ? parts.group(1)
                : null;
    }

    /** Returns what the orders of this browser name as their owner; null if it has not visited a page before. */
    @Nullable
    String owner(RoutingContext ctx, SubmittedForm form, String sellerName) {
        String embedded = embeddedVisit(ctx, form);
        String visit = embedded == null ? cookieVisit(ctx) : embedded;
        return visit == null ? null : recorded(sellerName, visit);
    }

    /**
     * Sets the cookie of a page in the frame of another site. Browsers keep such cookies apart for each site, and only
     * over https or on the loopback interface. Vert.x cookies do not have the attribute.
     */
    private static void setPartitioned(RoutingContext ctx, String signed) {
        ctx.response()
                .headers()
                .add(
                        "Set-Cookie",
                        COOKIE + "=" + signed + "; Max-Age=" + COOKIE_SECONDS
                                + "; Path=/s/; Secure; HttpOnly; SameSite=None; Partitioned");
    }

    /** Returns what a form of this visit carries: a number of its own, so that two forms differ, and its signature. */
    private String csrf(String visitId) {
        String number = random();
        return number + "." + signer.sign("visit\n" + visitId + "\n" + number);
    }

    private static String random() {
        byte[] random = new byte[ID_BYTES];
        RANDOM.nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /**
     * Returns the proof for a form. In the frame of another site it includes the visit, because browsers can refuse
     * cookies there. The visit is masked with the number of the form: pages are compressed, and the length of a
     * compressed page would reveal a secret that every page repeats.
     */
    public String csrf(RoutingContext ctx, String visitId) {
        if (Display.embed(ctx) == null) {
            return csrf(visitId);
        }
        String number = random();
        return masked(visitId, number) + "~" + number + "." + signer.sign(embedded(visitId, number));
    }

    /**
     * Rejects a form that does not come from a page of Tollgate in the same browser.
     *
     * @throws ApiError 403
     */
    public void requireOwn(RoutingContext ctx, SubmittedForm form) {
        if (!isOwn(ctx, form)) {
            throw ApiError.forbidden("form_expired", "This form has expired. Load the page again.");
        }
    }

    /** Returns whether a form comes from a page of Tollgate in the same browser. */
    boolean isOwn(RoutingContext ctx, SubmittedForm form) {
        String csrf = form.text(Inputs.CSRF);
        boolean signed = embeddedVisit(ctx, form) != null || isOfVisit(cookieVisit(ctx), csrf);
        return signed && hasOwnOrigin(ctx.request());
    }

    private boolean isOfVisit(@Nullable String visit, @Nullable String csrf) {
        Matcher parts = SIGNED_ID.matcher(csrf == null ? "" : csrf);
        return visit != null
                && parts.matches()
                && signer.isValid("visit\n" + visit + "\n" + parts.group(1), parts.group(2));
    }

    /**
     * Returns the visit that the form of an embedded page carries; null if it carries none. Without a cookie, only the
     * origin shows that no other site has sent the form. It must be there.
     */
    private @Nullable String embeddedVisit(RoutingContext ctx, SubmittedForm form) {
        String csrf = form.text(Inputs.CSRF);
        Matcher parts = EMBEDDED_CSRF.matcher(csrf == null ? "" : csrf);
        if (Display.embed(ctx) == null || ctx.request().getHeader("Origin") == null || !parts.matches()) {
            return null;
        }
        String visit = masked(parts.group(1), parts.group(2));
        return signer.isValid(embedded(visit, parts.group(2)), parts.group(3)) ? visit : null;
    }

    /** Masks an id with a number of the same length, or restores a masked one. */
    private static String masked(String id, String number) {
        byte[] bytes = HexFormat.of().parseHex(id);
        byte[] mask = HexFormat.of().parseHex(number);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] ^= mask[i];
        }
        return HexFormat.of().formatHex(bytes);
    }

    private static String embedded(String visitId, String number) {
        return "embedded visit\n" + visitId + "\n" + number;
    }

    /**
     * Returns what identifies a submission of a form: the same form, submitted twice from the same browser, has the
     * same. A page that is loaded again has another form.
     */
    static String submission(RoutingContext ctx, String visitId) {
        MessageDigest digest = Sha256.digest();
        digest.update((visitId + "\n" + ctx.request().path() + "\n").getBytes(StandardCharsets.UTF_8));
        if (!FileFormReader.isAnnounced(ctx.request())) {
            return HexFormat.of().formatHex(digest.digest(BodyReader.of(ctx).getBytes()));
        }
        FileFormReader.FileForm sent = FileFormReader.of(ctx);
        digest.update(sent.values().toString().getBytes(StandardCharsets.UTF_8));
        // Each upload is stored in a file of its own, so that only its name and its size are those of the form.
        for (SentFile file : sent.files()) {
            String text = "\n" + file.input() + "\n" + file.name() + "\n" + file.size();
            digest.update(text.getBytes(StandardCharsets.UTF_8));
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static boolean hasOwnOrigin(HttpServerRequest request) {
        String origin = request.getHeader("Origin");
        if (origin == null) {
            String site = request.getHeader("Sec-Fetch-Site");
            return site == null || site.equals("same-origin");
        }
        try {
            return String.valueOf(URI.create(origin).getRawAuthority()).equalsIgnoreCase(request.getHeader("Host"));
        } catch (IllegalArgumentException invalid) {
            return false;
        }
    }

    /** Returns what is recorded of the visit. */
    Visit visit(RoutingContext ctx, SubmittedForm form, String visitId) {
        String agent = ctx.request().getHeader("User-Agent");
        String width = form.text(Inputs.SCREEN_WIDTH);
        Map<String, String> parameters = parameters(ctx);
        parameters.remove(CartLinks.PARAMETER);
        parameters.remove(OwnOrderPages.PARAMETER);
        return new Visit(
                address(ctx.request()),
                null,
                agent == null || agent.length() > AGENT_MAX ? null : agent,
                width != null && WIDTH.matcher(width).matches() ? Integer.valueOf(width) : null,
                recorded(String.valueOf(ctx.pathParam("seller")), visitId),
                parameters,
                Messages.language(parameters.get(Display.LANGUAGE)));
    }

    /**
     * Returns the id of a visit in the records of a seller. Each seller sees another one, and none can tell the cookie
     * from it: whoever knows the cookie can change the buyer's cart.
     */
    public static String recorded(String sellerName, String visitId) {
        MessageDigest digest = Sha256.digest();
        digest.update((visitId + "\n" + sellerName).getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest.digest(), 0, ID_BYTES);
    }

    /** Returns the query parameters of the page's address, at most 50 and each at most 500 characters long. */
    public static Map<String, String> parameters(RoutingContext ctx) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (Map.Entry<String, String> one : QueryString.parse(ctx.request().query())) {
            boolean fits =
                    one.getKey().length() <= PARAMETER_MAX && one.getValue().length() <= PARAMETER_MAX;
            if (fits && parameters.size() < PARAMETERS_MAX && !one.getKey().isEmpty()) {
                parameters.putIfAbsent(one.getKey(), one.getValue());
            }
        }
        return parameters;
    }

    /** Returns the language tag that the browser prefers; null if it names none. */
    public static @Nullable String preferredLanguage(RoutingContext ctx) {
        List<LanguageHeader> languages = ctx.acceptableLanguages();
        return languages.isEmpty() ? null : languages.get(0).tag();
    }

    /** Returns the network address of the buyer; null if a proxy does not send it. */
    public @Nullable String address(HttpServerRequest request) {
        return ClientId.behind(request, proxies);
    }
}
