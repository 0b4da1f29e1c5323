package io.tollgate.loadtest.reads;

import io.tollgate.loadtest.contract.Filter;
import io.tollgate.loadtest.contract.Listing;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Records of a made-up list. */
final class Records {
    static final Listing LISTING = new Listing(
            "/v1/things", true, List.of(new Filter("color"), new Filter("couponCode")), true, List.of("name", "email"));

    private Records() {}

    static String id(int number) {
        return "%024x".formatted(number);
    }

    static String json(int number) {
        return """
                {"id":"%s","name":"Thing Number %d","email":"a.b%d@example.com","color":"%s","coupon":{"code":"TEN"},\
                "createdAt":"2026-01-01T00:00:%02d.000Z","updatedAt":"2026-01-01T00:00:%02d.000Z","invoiceUrl":"u%d"}""".formatted(id(number), number, number, number % 2 == 0 ? "red" : "blue", number, number, number);
    }

    static Known known(int number) {
        return new Known(LISTING, id(number), json(number).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    static String page(long total, boolean hasMore, int... numbers) {
        return "{\"data\":["
                + IntStream.of(numbers).mapToObj(Records::json).collect(Collectors.joining(",")) + "],\"total\":"
                + total + ",\"has_more\":" + hasMore + "}";
    }

    static Slice slice(long total, boolean hasMore, int... numbers) {
        return Slice.parse(page(total, hasMore, numbers).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
}
