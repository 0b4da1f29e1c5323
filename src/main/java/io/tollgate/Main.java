package io.tollgate;

/** Entry of the program. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {}
}
