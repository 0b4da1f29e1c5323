package io.tollgate.platform.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.Caller;
import io.tollgate.platform.http.Sha256;
import io.tollgate.platform.secret.LinkSigner;
import io.tollgate.platform.secret.RotatingKey;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Signs and checks the tokens that confirm writes. A token is valid for the key, the tool and the arguments of the call
 * that returned it, and for {@link #VALIDITY}. Any instance can check it. Each has its own idempotency key, so that
 * calls with one token change something once.
 */
final class Confirmations {
    /** The argument of tools that carries the token. */
    static final String ARGUMENT = "confirmationToken";

    static final Duration VALIDITY = Duration.ofMinutes(10);

    private static final int NONCE_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Pattern TOKEN =
            Pattern.compile("([1-9][0-9]{0,11})\\.([A-Za-z0-9_-]{22})\\.([A-Za-z0-9._-]{20,100})");

    private final LinkSigner signer;
    private final Clock clock;

    Confirmations(RotatingKey key, Clock clock) {
        this.signer = new LinkSigner(key);
        this.clock = clock;
    }

    /** A token and the time at which it expires. */
    record Token(String text, Instant expiresAt) {}

    /** @param arguments of the call without the token, with sorted names */
    Token issue(Caller caller, Tool tool, ObjectNode arguments) {
        byte[] random = new byte[NONCE_BYTES];
        RANDOM.nextBytes(random);
        String nonce = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        Instant expiresAt = Instant.ofEpochSecond(clock.now().plus(VALIDITY).getEpochSecond());
        String prefix = expiresAt.getEpochSecond() + "." + nonce;
        return new Token(prefix + "." + signer.sign(signed(caller, tool, arguments, prefix)), expiresAt);
    }

    /**
     * Returns the idempotency key of the confirmed call.
     *
     * @throws ApiError 400 if the token is not valid for this call or has expired
     */
    String require(Caller caller, Tool tool, ObjectNode arguments, JsonNode token) {
        Matcher parts = TOKEN.matcher(token.isTextual() ? token.textValue() : "");
        boolean valid = parts.matches()
                && signer.isValid(
                        signed(caller, tool, arguments, parts.group(1) + "." + parts.group(2)), parts.group(3));
        if (!valid) {
            throw invalid("must be the token that this tool returned to this key for the same arguments. "
                    + "Call the tool without it to get one");
        }
        if (!clock.now().isBefore(Instant.ofEpochSecond(Long.parseLong(parts.group(1))))) {
            throw invalid("expired. Call the tool without it to get another one");
        }
        return "mcp-" + parts.group(2);
    }

    private static ApiError invalid(String reason) {
        return ApiError.invalid(ARGUMENT, reason, null);
    }

    private static String signed(Caller caller, Tool tool, ObjectNode arguments, String prefix) {
        byte[] digest = Sha256.digest().digest(arguments.toString().getBytes(StandardCharsets.UTF_8));
        return String.join(
                "\n",
                "mcp",
                caller.principal().text(),
                tool.name(),
                HexFormat.of().formatHex(digest),
                prefix);
    }
}
