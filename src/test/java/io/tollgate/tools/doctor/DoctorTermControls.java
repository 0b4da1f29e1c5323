package io.tollgate.tools.doctor;

import static io.tollgate.tools.doctor.DoctorControls.record;

import java.util.List;
import java.util.stream.Stream;

/** A damage for each check of terms that the demo data have; {@link CorruptionTest} damages the others. */
final class DoctorTermControls {
    private static final List<String> DATED = List.of("page", "product", "coupon", "tax_rate");

    private DoctorTermControls() {}

    static Stream<Damage> terms() {
        Stream<Damage> dated = DATED.stream()
                .map(table -> new Damage(
                        table + ": was created and changed when",
                        table,
                        "updated_at = t.updated_at + interval '1 second'",
                        "true"));
        Stream<Damage> coupons = Stream.of(record(
                "subscriptions: the coupon of one has",
                "subscription",
                "\"percentOff\":\\d+",
                "\"percentOff\":99",
                "convert_from(record, 'UTF8') ~ '\"couponSnapshot\":\\{[^}]*\"percentOff\":\\d'"));
        return Stream.of(dated, coupons).flatMap(damages -> damages);
    }
}
