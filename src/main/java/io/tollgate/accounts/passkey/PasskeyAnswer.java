package io.tollgate.accounts.passkey;

import io.vertx.core.buffer.Buffer;

/**
 * What a browser returns for a challenge.
 *
 * @param challenge as it was sent
 * @param clientData the JSON that the browser hashed for the authenticator
 * @param credentialId of the passkey; empty of a new one
 * @param userHandle the person to whom the passkey belongs; empty of a new one
 * @param statement of the authenticator: its data when signing in, its attestation object when adding a passkey
 * @param signature empty of a new passkey
 */
public record PasskeyAnswer(
        String challenge,
        Buffer clientData,
        Buffer credentialId,
        Buffer userHandle,
        Buffer statement,
        Buffer signature) {
    @Override
    public String toString() {
        return "PasskeyAnswer[***]";
    }
}
