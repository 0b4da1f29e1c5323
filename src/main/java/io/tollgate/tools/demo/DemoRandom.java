package io.tollgate.tools.demo;

import java.util.HexFormat;
import java.util.List;

/** A pseudorandom number generator that returns the same values for the same seeds on all machines. */
final class DemoRandom {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private long state;

    DemoRandom(long... seeds) {
        for (long seed : seeds) {
            state = mix(state ^ seed) + GOLDEN;
        }
    }

    /** Returns a hash of all seeds. */
    static long hash(long... seeds) {
        return new DemoRandom(seeds).next();
    }

    long next() {
        state += GOLDEN;
        return mix(state);
    }

    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    int below(int bound) {
        return (int) Math.multiplyHigh(next() >>> 1, (long) bound << 1);
    }

    long below(long bound) {
        return Math.multiplyHigh(next() >>> 1, bound << 1);
    }

    int between(int least, int most) {
        return least + below(most - least + 1);
    }

    boolean percent(int percent) {
        return below(100) < percent;
    }

    <T> T pick(List<T> from) {
        return from.get(below(from.size()));
    }

    @SafeVarargs
    final <T> T pick(T... from) {
        return from[below(from.length)];
    }

    /** Returns a random position, with a probability proportional to its weight. */
    int weighted(int... weights) {
        int sum = 0;
        for (int weight : weights) {
            sum += weight;
        }
        int left = below(sum);
        int position = 0;
        while (left >= weights[position]) {
            left -= weights[position];
            position++;
        }
        return position;
    }

    String hex(int digits) {
        StringBuilder text = new StringBuilder(digits + 16);
        while (text.length() < digits) {
            text.append(HexFormat.of().toHexDigits(next()));
        }
        text.setLength(digits);
        return text.toString();
    }

    /** Returns random letters and digits, as in a processor's ids. */
    String token(int length) {
        String alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        char[] token = new char[length];
        long bits = 0;
        for (int i = 0; i < length; i++) {
            bits = i % 10 == 0 ? next() >>> 1 : bits / alphabet.length();
            token[i] = alphabet.charAt((int) (bits % alphabet.length()));
        }
        return new String(token);
    }

    String uuid() {
        String hex = hex(32);
        return hex.substring(0, 8) + '-' + hex.substring(8, 12) + "-4" + hex.substring(13, 16) + "-a"
                + hex.substring(17, 20) + '-' + hex.substring(20);
    }
}
