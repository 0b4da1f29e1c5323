package io.tollgate.sales.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.records.MeasureFolding;
import io.tollgate.platform.records.MeasureJournal;
import io.tollgate.platform.resource.Measures;
import io.tollgate.support.Seeds;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every interval of a report equals the sum of the changes inside it, in any time zone, folded or not. */
class MeasurePropertyTest {
    private static final Instant FIRST = Instant.parse("2026-02-20T00:00:00Z");
    private static final int DAYS = 60;
    private static final List<String> ZONES =
            List.of("UTC", "Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "Pacific/Kiritimati");

    private record Paid(Instant at, long amount) {}

    static Stream<Arguments> cases() {
        return Seeds.random(1).boxed().flatMap(seed -> ZONES.stream().map(zone -> Arguments.of(zone, seed)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void intervalsEqualTheSumOfTheirChanges(String zone, long seed) {
        Random random = new Random(seed);
        TestSeller seller = TestGateway.shared().seller();
        seller.live().patch("/v1/account", "{\"timezone\": \"" + zone + "\"}").expect(200);
        MeasureFolding folding = new MeasureFolding(TestSeller.database());
        List<Paid> all = new ArrayList<>();
        for (int round = 0; round < 4; round++) {
            add(seller, random, all);
            for (int question = 0; question < 4; question++) {
                compare(seller, ZoneId.of(zone), random, all);
            }
            TestSeller.await(folding.fold());
        }
    }

    private static void add(TestSeller seller, Random random, List<Paid> all) {
        List<MeasureJournal.Entry> entries = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Paid paid = new Paid(FIRST.plusSeconds(random.nextLong(DAYS * 86_400L)), random.nextLong(-100, 1_000));
            all.add(paid);
            entries.add(new MeasureJournal.Entry(
                    seller.scope(true), paid.at(), new Measures.Change("paid", "a".repeat(24), "eur", paid.amount())));
        }
        TestSeller.await(TestSeller.database()
                .write(seller.scope(true), transaction -> MeasureJournal.append(transaction, entries)));
    }

    private static void compare(TestSeller seller, ZoneId zone, Random random, List<Paid> all) {
        LocalDate start = LocalDate.parse("2026-02-15").plusDays(random.nextInt(30));
        LocalDate end = start.plusDays(random.nextInt(40));
        String interval = List.of("day", "week", "month").get(random.nextInt(3));
        JsonNode report = seller.live()
                .get("/v1/reports/sales?currency=eur&from=" + start + "&to=" + end + "&interval=" + interval)
                .expect(200)
                .json()
                .get("data");
        assertThat(report.at("/totals/gross").longValue()).isEqualTo(sum(all, zone, start, end.plusDays(1)));
        JsonNode intervals = report.get("intervals");
        for (int i = 0; i < intervals.size(); i++) {
            LocalDate from = LocalDate.parse(intervals.get(i).get("start").textValue());
            LocalDate to = i + 1 < intervals.size()
                    ? LocalDate.parse(intervals.get(i + 1).get("start").textValue())
                    : end.plusDays(1);
            assertThat(intervals.get(i).get("gross").longValue())
                    .as("%s from %s, interval %s in %s", interval, start, from, zone)
                    .isEqualTo(sum(all, zone, from, to));
        }
        if (report.at("/totals/gross").longValue() != 0) {
            assertThat(report.at("/pages/0/gross").longValue())
                    .isEqualTo(report.at("/totals/gross").longValue());
        }
    }

    private static long sum(List<Paid> all, ZoneId zone, LocalDate from, LocalDate to) {
        return all.stream()
                .filter(paid -> {
                    LocalDate day = paid.at().atZone(zone).toLocalDate();
                    return !day.isBefore(from) && day.isBefore(to);
                })
                .mapToLong(Paid::amount)
                .sum();
    }
}
