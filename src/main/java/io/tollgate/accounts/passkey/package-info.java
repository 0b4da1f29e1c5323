/** Passkeys and recovery codes, with which people sign in to the dashboard without a message. */
@NullMarked
package io.tollgate.accounts.passkey;

import org.jspecify.annotations.NullMarked;
