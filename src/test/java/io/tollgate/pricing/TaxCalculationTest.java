package io.tollgate.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A tax that was calculated elsewhere changes a quote by exactly that tax. */
class TaxCalculationTest {
    private static TaxCalculation.Entry entry(long amount, boolean inclusive) {
        return new TaxCalculation.Entry("vat", "standard_rated", 100, amount, inclusive, Percent.of(19), "DE", null);
    }

    private static Quote quote(Random random) {
        List<Line> lines = new ArrayList<>();
        int count = 1 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
            long price = random.nextInt(5) == 0 ? 0 : 1 + random.nextInt(20_000);
            lines.add(new Line(
                    Line.Kind.PRODUCT, "p" + i, "Product", 1 + random.nextInt(3), price, random.nextBoolean()));
        }
        List<Fee> fees = random.nextBoolean() ? List.of(new Fee("Fee", 99L, Percent.of(1.5), 1)) : List.of();
        Reduction coupon = random.nextBoolean() ? Reduction.percent(random.nextInt(101)) : null;
        return Quote.of(new Order(lines, List.of(), coupon, fees, Taxation.NONE, false));
    }

    private static TaxCalculation calculation(Quote untaxed, Random random) {
        List<TaxCalculation.TaxedLine> lines = new ArrayList<>();
        long[] sums = new long[2];
        for (Part part : untaxed.parts()) {
            if (part.charged() > 0) {
                boolean inclusive = random.nextBoolean();
                long tax = random.nextInt((int) Math.min(part.charged(), 5_000) + 1);
                lines.add(new TaxCalculation.TaxedLine(part.charged(), inclusive, tax));
                sums[inclusive ? 1 : 0] += tax;
            }
        }
        return new TaxCalculation("calc", lines, List.of(entry(sums[0], false), entry(sums[1], true)));
    }

    @Test
    void partsSumToTheWhole() {
        Random random = new Random(51);
        for (int i = 0; i < 2_000; i++) {
            Quote untaxed = quote(random);
            TaxCalculation tax = calculation(untaxed, random);
            Quote taxed = untaxed.with(tax);
            long added = tax.entries().get(0).amount();
            assertThat(taxed.total()).isEqualTo(untaxed.total() + added);
            assertThat(taxed.parts().stream().mapToLong(Part::total).sum()).isEqualTo(taxed.total());
            assertThat(taxed.parts().stream().mapToLong(Part::tax).sum()).isEqualTo(taxed.taxAmount());
            assertThat(taxed.excludingTax()).isEqualTo(taxed.total() - taxed.taxAmount());
            assertThat(taxed.steps().stream()
                            .filter(step -> step.kind() != Step.Kind.TOTAL && step.kind() != Step.Kind.TAX_INCLUDED)
                            .mapToLong(Step::amount)
                            .sum())
                    .isEqualTo(taxed.total());
        }
    }

    @Test
    void taxOfAnotherOrderIsRejected() {
        Quote untaxed = Quote.of(Order.of(List.of(new Line(Line.Kind.PRODUCT, "p", "Product", 1, 1_000, true))));
        TaxCalculation other = new TaxCalculation(
                "calc", List.of(new TaxCalculation.TaxedLine(999, false, 190)), List.of(entry(190, false)));
        assertThat(other.fits(untaxed)).isFalse();
        assertThatThrownBy(() -> untaxed.with(other)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void entriesMustSumToTheTaxOfTheLines() {
        List<TaxCalculation.TaxedLine> lines = List.of(new TaxCalculation.TaxedLine(1_000, false, 190));
        assertThatThrownBy(() -> new TaxCalculation("calc", lines, List.of(entry(189, false))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TaxCalculation("calc", lines, List.of(entry(190, true))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
