package io.tollgate.accounts.passkey;

import com.webauthn4j.WebAuthnManager;
import com.webauthn4j.converter.AttestedCredentialDataConverter;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.credential.CredentialRecordImpl;
import com.webauthn4j.data.AuthenticationData;
import com.webauthn4j.data.AuthenticationParameters;
import com.webauthn4j.data.AuthenticationRequest;
import com.webauthn4j.data.PublicKeyCredentialParameters;
import com.webauthn4j.data.PublicKeyCredentialType;
import com.webauthn4j.data.RegistrationParameters;
import com.webauthn4j.data.RegistrationRequest;
import com.webauthn4j.data.attestation.authenticator.AttestedCredentialData;
import com.webauthn4j.data.attestation.authenticator.AuthenticatorData;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.attestation.statement.NoneAttestationStatement;
import com.webauthn4j.data.client.Origin;
import com.webauthn4j.data.client.challenge.DefaultChallenge;
import com.webauthn4j.server.ServerProperty;
import com.webauthn4j.verifier.exception.MaliciousCounterValueException;
import io.tollgate.platform.error.ApiError;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import java.security.MessageDigest;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies what authenticators sign, on a worker thread. Attestations are not verified, because it does not matter who
 * made an authenticator. An instance belongs to one event loop.
 */
final class PasskeyVerifier {
    /** Algorithms of the signatures, preferred ones first. */
    static final List<Long> ALGORITHMS = List.of(-7L, -8L, -257L);

    private static final Logger LOG = LoggerFactory.getLogger(PasskeyVerifier.class);
    private static final int WORKERS = 1;
    private static final long RUN_SECONDS_MAX = 10;
    private static final int WAITING_MAX = 64;
    private static final boolean USER_VERIFIED = true;

    private final RelyingParty site;
    private final WorkerExecutor worker;
    private int waiting;

    PasskeyVerifier(Vertx vertx, RelyingParty site) {
        this.site = site;
        this.worker = vertx.createSharedWorkerExecutor("passkeys", WORKERS, RUN_SECONDS_MAX, TimeUnit.SECONDS);
    }

    /** Loads the library when it is first used, on the worker: it takes some hundred milliseconds. */
    private static final class Library {
        static final ObjectConverter CONVERTER = new ObjectConverter();
        static final WebAuthnManager MANAGER = WebAuthnManager.createNonStrictWebAuthnManager(CONVERTER);
        static final AttestedCredentialDataConverter CREDENTIALS = new AttestedCredentialDataConverter(CONVERTER);
        static final List<PublicKeyCredentialParameters> PARAMETERS = ALGORITHMS.stream()
                .map(algorithm -> new PublicKeyCredentialParameters(
                        PublicKeyCredentialType.PUBLIC_KEY, COSEAlgorithmIdentifier.create(algorithm)))
                .toList();
    }

    /** What an authenticator says of a new passkey. */
    record NewCredential(Buffer id, Buffer credential, long counter, boolean backupEligible, boolean backedUp) {}

    /** How a verification ended. */
    enum Outcome {
        VALID,
        INVALID,
        /** The signature is valid, but its counter is not greater than that of an earlier one. */
        COUNTER_WENT_BACK
    }

    /** @param counter of the signature; 0 if it is not valid */
    record Assertion(Outcome outcome, long counter, boolean backedUp) {
        static Assertion failed(Outcome outcome) {
            return new Assertion(outcome, 0, false);
        }
    }

    /**
     * Verifies the answer of an authenticator that has created a passkey.
     *
     * @return fails with 422 if it is not valid
     */
    Future<NewCredential> verifyNew(PasskeyAnswer answer) {
        return run(() -> {
            try {
                return created(answer);
            } catch (RuntimeException invalid) {
                logRejected(invalid);
                throw ApiError.unprocessable("passkey_invalid", "The passkey could not be added. Try again.");
            }
        });
    }

    private NewCredential created(PasskeyAnswer answer) {
        AuthenticatorData<?> data = Objects.requireNonNull(Library.MANAGER
                        .verify(
                                new RegistrationRequest(
                                        answer.statement().getBytes(),
                                        answer.clientData().getBytes()),
                                new RegistrationParameters(
                                        server(answer.challenge()), Library.PARAMETERS, USER_VERIFIED, true))
                        .getAttestationObject())
                .getAuthenticatorData();
        AttestedCredentialData credential = Objects.requireNonNull(data.getAttestedCredentialData());
        return new NewCredential(
                Buffer.buffer(credential.getCredentialId()),
                Buffer.buffer(Library.CREDENTIALS.convert(credential)),
                data.getSignCount(),
                data.isFlagBE(),
                data.isFlagBS());
    }

    /** Verifies the answer of an authenticator that has signed a challenge with a stored passkey. */
    Future<Assertion> verify(PasskeyAnswer answer, StoredPasskey stored) {
        byte[] handle = answer.userHandle().getBytes();
        if (!MessageDigest.isEqual(handle, stored.handle().getBytes())) {
            LOG.warn("Rejected a passkey whose user handle is that of another person");
            return Future.succeededFuture(Assertion.failed(Outcome.INVALID));
        }
        return run(() -> {
            try {
                return asserted(answer, stored);
            } catch (MaliciousCounterValueException wentBack) {
                return Assertion.failed(Outcome.COUNTER_WENT_BACK);
            } catch (RuntimeException invalid) {
                logRejected(invalid);
                return Assertion.failed(Outcome.INVALID);
            }
        });
    }

    private Assertion asserted(PasskeyAnswer answer, StoredPasskey stored) {
        CredentialRecordImpl record = new CredentialRecordImpl(
                new NoneAttestationStatement(),
                USER_VERIFIED,
                stored.backupEligible(),
                stored.backedUp(),
                stored.counter(),
                Library.CREDENTIALS.convert(stored.credential().getBytes()),
                null,
                null,
                null,
                null);
        AuthenticationData verified = Library.MANAGER.verify(
                new AuthenticationRequest(
                        answer.credentialId().getBytes(),
                        answer.userHandle().getBytes(),
                        answer.statement().getBytes(),
                        answer.clientData().getBytes(),
                        answer.signature().getBytes()),
                new AuthenticationParameters(server(answer.challenge()), record, null, USER_VERIFIED, true));
        AuthenticatorData<?> data = Objects.requireNonNull(verified.getAuthenticatorData());
        return new Assertion(Outcome.VALID, data.getSignCount(), data.isFlagBS());
    }

    private ServerProperty server(String challenge) {
        return ServerProperty.builder()
                .origin(new Origin(site.origin()))
                .rpId(site.id())
                .challenge(new DefaultChallenge(challenge))
                .build();
    }

    /** The bytes come from a browser, so that any failure to read them means that they are not valid. */
    private static void logRejected(RuntimeException invalid) {
        LOG.info("Rejected a passkey: {}", invalid.getClass().getSimpleName());
        LOG.debug("Rejected a passkey", invalid);
    }

    private <T> Future<T> run(Callable<T> work) {
        if (waiting >= WAITING_MAX) {
            return Future.failedFuture(ApiError.unavailable());
        }
        waiting++;
        return worker.executeBlocking(work, false).onComplete(done -> waiting--);
    }
}
