package io.tollgate.dashboard;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The passkeys and recovery codes of a member.
 *
 * @param available whether passkeys can be used at the public URL
 * @param path below which the forms of passkeys are sent
 * @param full whether the member has as many passkeys as possible
 * @param max number of passkeys that are possible
 * @param nameMax length of a name in characters
 * @param codes path to which the form for new recovery codes is sent
 * @param codesLeft how many recovery codes can still be used
 */
public record SignInWaysView(
        boolean available,
        String path,
        List<PasskeyItem> passkeys,
        boolean full,
        int max,
        int nameMax,
        String codes,
        int codesLeft) {
    public SignInWaysView {
        passkeys = List.copyOf(passkeys);
    }

    /**
     * @param path below which the forms of the passkey are sent
     * @param used the last sign-in; null before the first
     * @param blocked whether it no longer signs in
     */
    public record PasskeyItem(
            String id,
            String name,
            String path,
            Cell created,
            @Nullable Cell used,
            boolean blocked) {}
}
