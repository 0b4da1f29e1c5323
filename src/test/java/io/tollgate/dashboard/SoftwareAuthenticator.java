package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.webauthn4j.converter.AttestationObjectConverter;
import com.webauthn4j.converter.AuthenticatorDataConverter;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.data.attestation.AttestationObject;
import com.webauthn4j.data.attestation.authenticator.AAGUID;
import com.webauthn4j.data.attestation.authenticator.AttestedCredentialData;
import com.webauthn4j.data.attestation.authenticator.AuthenticatorData;
import com.webauthn4j.data.attestation.authenticator.EC2COSEKey;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.attestation.statement.NoneAttestationStatement;
import com.webauthn4j.data.extension.authenticator.AuthenticationExtensionAuthenticatorOutput;
import com.webauthn4j.data.extension.authenticator.RegistrationExtensionAuthenticatorOutput;
import io.tollgate.platform.http.Sha256;
import io.tollgate.platform.secret.HashedTokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/** An authenticator with one passkey, and the browser in front of it. Tests set what it should do wrong. */
final class SoftwareAuthenticator {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final ObjectConverter CONVERTER = new ObjectConverter();
    private static final int FLAGS =
            AuthenticatorData.BIT_UP | AuthenticatorData.BIT_UV | AuthenticatorData.BIT_BE | AuthenticatorData.BIT_BS;

    private final KeyPair keys = keys();
    private final byte[] id = HashedTokens.randomBytes();
    private byte[] handle = new byte[0];

    String origin;
    int flags = FLAGS;
    long counter;
    boolean signsWrong;

    SoftwareAuthenticator(String origin) {
        this.origin = origin;
    }

    private static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode read(String options) {
        try {
            return MAPPER.readTree(options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void setHandle(byte[] handle) {
        this.handle = handle.clone();
    }

    byte[] handle() {
        return handle.clone();
    }

    /** Creates the passkey, and returns the inputs of the form. */
    Map<String, String> create(String options) {
        JsonNode json = read(options);
        handle = Base64.getUrlDecoder().decode(json.at("/user/id").textValue());
        AttestedCredentialData credential = new AttestedCredentialData(
                AAGUID.ZERO, id, EC2COSEKey.create((ECPublicKey) keys.getPublic(), COSEAlgorithmIdentifier.ES256));
        AuthenticatorData<RegistrationExtensionAuthenticatorOutput> data = new AuthenticatorData<>(
                hash(json.at("/rp/id").textValue()), (byte) (flags | AuthenticatorData.BIT_AT), counter, credential);
        byte[] statement = new AttestationObjectConverter(CONVERTER)
                .convertToBytes(new AttestationObject(data, new NoneAttestationStatement()));
        return form(json, "webauthn.create", statement, new byte[0]);
    }

    /** Signs a challenge, and returns the inputs of the form. */
    Map<String, String> get(String options) {
        JsonNode json = read(options);
        counter += counter == 0 ? 0 : 1;
        byte[] data = new AuthenticatorDataConverter(CONVERTER)
                .convert(new AuthenticatorData<AuthenticationExtensionAuthenticatorOutput>(
                        hash(json.at("/rpId").textValue()), (byte) flags, counter));
        Map<String, String> form = form(json, "webauthn.get", data, new byte[0]);
        byte[] client = Base64.getUrlDecoder().decode(form.get("clientData"));
        form.put("signature", text(sign(data, Sha256.digest().digest(client))));
        form.put("userHandle", text(handle));
        return form;
    }

    private byte[] sign(byte[] data, byte[] client) {
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(signsWrong ? keys().getPrivate() : keys.getPrivate());
            signature.update(data);
            signature.update(client);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private Map<String, String> form(JsonNode options, String type, byte[] statement, byte[] signature) {
        String challenge = options.get("challenge").textValue();
        String client = "{\"type\":\"" + type + "\",\"challenge\":\"" + challenge + "\",\"origin\":\"" + origin
                + "\",\"crossOrigin\":false}";
        return new HashMap<>(Map.of(
                "challenge", challenge,
                "clientData", text(client.getBytes(StandardCharsets.UTF_8)),
                "credentialId", text(id),
                "statement", text(statement),
                "signature", text(signature)));
    }

    private static byte[] hash(String text) {
        return Sha256.digest().digest(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
