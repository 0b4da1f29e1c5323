package io.tollgate.catalog.page;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;

/**
 * Slugs: the last path segment of a page address, unique per seller. Writes that choose a slug take an advisory lock of
 * the seller until they end, so that concurrent writes get different slugs.
 */
public final class Slugs {
    /** Paths of hosted pages that belong to no page of the seller, like that of the customer portal. */
    public static final List<String> RESERVED =
            List.of("cart", "checkout", "overdue", "portal", "reminders", "submission");

    static final int LENGTH_MAX = 200;

    /** Maximum length of a derived slug without the number that makes it unique. */
    private static final int DERIVED_MAX = 80;

    /** The prefix distinguishes the lock from other advisory locks of the seller. */
    private static final String LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('slugs of ' || $1, 0))";

    private static final String TAKEN = "SELECT count(*) FROM page WHERE seller_id = $1 AND slug = $2 AND id <> $3";

    /**
     * Returns the first free slug. Tries more numbers than there are slugs with this prefix, so that one is free. The
     * dot is the upper bound of the prefix because it follows the hyphen.
     */
    private static final String FREE = """
            SELECT wanted.slug FROM (
                SELECT 1 AS number, $2::text AS slug
                UNION ALL
                SELECT number, $2 || '-' || number FROM generate_series(2, 2 + (
                    SELECT count(*) FROM page WHERE seller_id = $1 AND slug >= $2 || '-' AND slug < $2 || '.'
                )) AS number
            ) wanted
            WHERE wanted.slug <> ALL ($3)
                AND NOT EXISTS (SELECT FROM page WHERE seller_id = $1 AND page.slug = wanted.slug)
            ORDER BY wanted.number
            LIMIT 1
            """;

    private Slugs() {}

    /** Derives a slug from a name: {@code name}, or {@code name-2} if that is taken, and so on. */
    static Future<String> derived(WriteContext write, String name, PageKind kind) {
        String folded = folded(name);
        String wanted = folded.isEmpty() ? kind.type() : folded;
        return lock(write)
                .compose(done -> write.transaction()
                        .preparedQuery(FREE)
                        .execute(Tuple.of(write.scope().sellerId(), wanted, RESERVED.toArray(String[]::new))))
                .map(rows -> rows.iterator().next().getString(0));
    }

    /** Returns a requested slug without its leading slash. Fails with a 409 if another page has it. */
    static Future<String> given(WriteContext write, String requested, String pageId) {
        String slug = requested.startsWith("/") ? requested.substring(1) : requested;
        if (RESERVED.contains(slug)) {
            return Future.failedFuture(ApiError.conflict(
                    "slug_taken", "The slug " + slug + " is reserved: addresses of hosted pages contain it"));
        }
        return lock(write)
                .compose(done -> write.transaction()
                        .preparedQuery(TAKEN)
                        .execute(Tuple.of(write.scope().sellerId(), slug, pageId)))
                .map(rows -> {
                    if (rows.iterator().next().getLong(0) > 0) {
                        throw ApiError.conflict("slug_taken", "Another of your pages has the slug " + slug);
                    }
                    return slug;
                });
    }

    private static Future<?> lock(WriteContext write) {
        return write.transaction()
                .preparedQuery(LOCK)
                .execute(Tuple.of(write.scope().sellerId()));
    }

    /** Converts a name to lower-case ASCII letters, digits and hyphens. Transliterates letters such as ß. */
    static String folded(String name) {
        String plain = Normalizer.normalize(
                        name.replace("ß", "ss")
                                .replaceAll("[æÆ]", "ae")
                                .replaceAll("[øØ]", "o")
                                .replaceAll("[œŒ]", "oe")
                                .replaceAll("[łŁ]", "l"),
                        Normalizer.Form.NFKD)
                .replaceAll("\\p{M}+", "")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-|-$", "");
        String cut = plain.length() <= DERIVED_MAX ? plain : plain.substring(0, DERIVED_MAX);
        return cut.replaceAll("-$", "");
    }
}
