package io.tollgate.storefront;

import org.jspecify.annotations.Nullable;

final class IconImages {
    static @Nullable String svg(@Nullable String name) {
        return null;
    }
}
