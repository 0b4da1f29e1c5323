package io.tollgate.platform.secret;

import io.tollgate.platform.config.ConfigText;
import io.tollgate.platform.config.Setting;
import java.nio.file.Path;

/** The source of the master secret: the value itself, or else a file. */
public record SecretSettings(
        @Setting(
                inDataDir = "secret",
                description = "File with the master secret, from which all other keys are derived. Further lines hold"
                        + " previous secrets that stay valid. Empty: `secret` in `dataDir`.")
        Path secretFile,

        @Setting(
                secret = true,
                description = "The master secret, 64 or more hexadecimal digits, in place of the file. Previous secrets"
                        + " follow, separated by commas.")
        String secret) {
    @Override
    public String toString() {
        return ConfigText.of(this);
    }
}
