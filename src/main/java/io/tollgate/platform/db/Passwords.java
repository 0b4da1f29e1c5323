package io.tollgate.platform.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;

/** The passwords of the embedded Postgres. Without passwords, every user of the machine could read the database. */
record Passwords(String superuser, String owner) {
    private static final int BYTES = 24;

    /** Reads the passwords stored beside the database, or creates them at the first start. */
    static Passwords of(Path dataDir) throws IOException {
        Path file = dataDir.resolve("postgres-passwords");
        if (!Files.exists(file)) {
            PrivateFile.write(file, random() + "\n" + random() + "\n");
        }
        List<String> lines = Files.readAllLines(file);
        if (lines.size() < 2) {
            throw new IOException(file + " is damaged");
        }
        return new Passwords(lines.get(0), lines.get(1));
    }

    private static String random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    @Override
    public String toString() {
        return "Passwords[***]";
    }
}
