package io.tollgate.accounts.passkey;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.buffer.Buffer;
import java.util.Base64;
import java.util.List;

/** Encodes what browsers need to create and use passkeys, in the JSON of WebAuthn. Asks for no extensions. */
final class PasskeyOptionsCodec {
    private static final String NAME = "Tollgate";
    private static final String REQUIRED = "required";

    private PasskeyOptionsCodec() {}

    /**
     * Returns the options of a new passkey, which the authenticator must be able to find without a user name.
     *
     * @param known passkeys that the person has, so that an authenticator does not add a second one
     */
    static Buffer creation(RelyingParty site, String challenge, Buffer handle, String email, List<Buffer> known) {
        ObjectNode options = common(challenge);
        options.putObject("rp").put("id", site.id()).put("name", NAME + " (" + site.id() + ")");
        options.putObject("user").put("id", text(handle)).put("name", email).put("displayName", email);
        ArrayNode parameters = options.putArray("pubKeyCredParams");
        PasskeyVerifier.ALGORITHMS.forEach(
                algorithm -> parameters.addObject().put("type", "public-key").put("alg", algorithm));
        options.putObject("authenticatorSelection")
                .put("residentKey", REQUIRED)
                .put("requireResidentKey", true)
                .put("userVerification", REQUIRED);
        options.put("attestation", "none");
        options.set("excludeCredentials", credentials(known));
        return Buffer.buffer(options.toString());
    }

    /** @param allowed passkeys that may sign; empty for all of the site */
    static Buffer request(RelyingParty site, String challenge, List<Buffer> allowed) {
        ObjectNode options = common(challenge);
        options.put("rpId", site.id()).put("userVerification", REQUIRED);
        options.set("allowCredentials", credentials(allowed));
        return Buffer.buffer(options.toString());
    }

    private static ObjectNode common(String challenge) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("challenge", challenge)
                .put("timeout", PasskeyChallenges.VALIDITY.toMillis());
    }

    private static ArrayNode credentials(List<Buffer> ids) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        ids.forEach(id -> all.addObject().put("type", "public-key").put("id", text(id)));
        return all;
    }

    private static String text(Buffer bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.getBytes());
    }
}
