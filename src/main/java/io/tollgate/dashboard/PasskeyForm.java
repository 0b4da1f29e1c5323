package io.tollgate.dashboard;

import io.tollgate.accounts.passkey.PasskeyAnswer;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.SubmittedForm;
import io.vertx.core.buffer.Buffer;
import java.util.Base64;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the inputs that the script adds to the form of a passkey. Bytes are in base64url. */
final class PasskeyForm {
    private static final Logger LOG = LoggerFactory.getLogger(PasskeyForm.class);

    private PasskeyForm() {}

    /**
     * Returns what a browser answered.
     *
     * @throws ApiError 422 without an answer, and 400 if it cannot be decoded
     */
    static PasskeyAnswer answer(SubmittedForm form) {
        String challenge = form.text("challenge");
        if (challenge == null) {
            throw ApiError.unprocessable("passkey_missing", "The browser has sent no passkey. Load the page again.");
        }
        return new PasskeyAnswer(
                challenge,
                bytes(form, "clientData"),
                bytes(form, "credentialId"),
                bytes(form, "userHandle"),
                bytes(form, "statement"),
                bytes(form, "signature"));
    }

    private static Buffer bytes(SubmittedForm form, String input) {
        String text = form.text(input);
        try {
            return text == null
                    ? Buffer.buffer()
                    : Buffer.buffer(Base64.getUrlDecoder().decode(text));
        } catch (IllegalArgumentException invalid) {
            LOG.debug("A form with a passkey is not base64url", invalid);
        }
        throw ApiError.malformed("The form cannot be read");
    }
}
