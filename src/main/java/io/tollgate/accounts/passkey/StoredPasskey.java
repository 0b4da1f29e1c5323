package io.tollgate.accounts.passkey;

import io.vertx.core.buffer.Buffer;

/**
 * What the verification of a passkey needs.
 *
 * @param handle of the person
 * @param credential attested credential data with the public key
 * @param counter of the last signature; 0 if the authenticator does not count
 * @param blocked whether the passkey no longer signs in
 */
record StoredPasskey(
        String id,
        String email,
        Buffer handle,
        Buffer credential,
        long counter,
        boolean backupEligible,
        boolean backedUp,
        boolean blocked) {}
