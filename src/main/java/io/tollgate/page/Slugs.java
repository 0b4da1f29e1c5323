package io.tollgate.page;

import io.tollgate.error.ApiError;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.text.Normalizer;
import java.util.Locale;

/**
 * Last parts of the addresses of pages, unique for a seller. Who takes one holds the seller's slugs
 * to the end of the write, so that of many who take the same at once each gets its own.
 */
final class Slugs {
    static final int LENGTH_MAX = 200;

    /** Leaves room for the number that sets one derived slug apart from the next. */
    private static final int DERIVED_MAX = 80;

    /** Keeps these locks apart from others on a seller. */
    private static final String LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('slugs of ' || $1, 0))";

    private static final String TAKEN = "SELECT count(*) FROM page WHERE seller_id = $1 AND slug = $2 AND id <> $3";

    /** There is one free among so many more than are taken: dot is the character after hyphen. */
    private static final String FREE = """
            SELECT wanted.slug FROM (
                SELECT 1 AS number, $2::text AS slug
                UNION ALL
                SELECT number, $2 || '-' || number FROM generate_series(2, 2 + (
                    SELECT count(*) FROM page WHERE seller_id = $1 AND slug >= $2 || '-' AND slug < $2 || '.'
                )) AS number
            ) wanted
            WHERE NOT EXISTS (SELECT FROM page WHERE seller_id = $1 AND page.slug = wanted.slug)
            ORDER BY wanted.number
            LIMIT 1
            """;

    private Slugs() {}

    /** A slug made from a name: {@code name}, or {@code name-2} where that is taken, and so on. */
    static Future<String> derived(WriteContext write, String name, PageKind kind) {
        String folded = folded(name);
        String wanted = folded.isEmpty() ? kind.type() : folded;
        return locked(write)
                .compose(done -> write.transaction()
                        .preparedQuery(FREE)
                        .execute(Tuple.of(write.scope().sellerId(), wanted)))
                .map(rows -> rows.iterator().next().getString(0));
    }

    /** A slug that was asked for, for a page; 409 where another page has it. */
    static Future<String> given(WriteContext write, String asked, String pageId) {
        String slug = asked.startsWith("/") ? asked.substring(1) : asked;
        return locked(write)
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

    private static Future<?> locked(WriteContext write) {
        return write.transaction()
                .preparedQuery(LOCK)
                .execute(Tuple.of(write.scope().sellerId()));
    }

    /** Letters that have no accent to lose, like ß, are written as what they sound like. */
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
